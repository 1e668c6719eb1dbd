/** Where values are found again: each rule by the smallest history in which it makes a difference. */
import { describe, expect, test } from 'vitest';

import type { Json } from '../../../ports/json.ts';
import type { Seen } from './history.ts';
import { OriginIndex } from './origin-index.ts';

const seen = (untrusted: boolean, isPrivate: boolean, value: Json): Seen => ({
  ...{ tool: 'look', labels: { untrusted, private: isPrivate }, value },
});
const mail = (value: Json): Seen => seen(true, true, value);
const contacts = (value: Json): Seen => seen(false, true, value);
const history = (words: string | readonly string[] | undefined, ...all: Seen[]): OriginIndex =>
  new OriginIndex({ words: words === undefined ? undefined : [words].flat(), seen: all });
const looked = (value: string, ...keys: string[]) => ({ value, near: [], keys });
const originIn = (value: string, ...all: Seen[]): string => history(undefined, ...all).originOf(looked(value)).origin;

const lamp = { id: 't-1001', title: 'Blue lamp' };
const chair = { id: 't-1002', title: 'Red chair' };

describe('a value is', () => {
  const entry = 'x'.repeat(80);
  test.each<[string, string, Seen[], string]>([
    ['nowhere, where it has no words', '!!!', [mail('a')], 'unseen'],
    ['of others in a text', 'report-7', [mail({ body: 'see report-7 now' })], 'others'],
    ['of others as a whole text', 'Carol', [mail({ body: 'Carol' })], 'others'],
    ['of others as all that came', 'Carol', [mail('Carol')], 'others'],
    ['listed as a whole entry', 'Carol', [mail(['Carol'])], 'listed'],
    ['listed as an entry that is just short enough', entry, [mail([entry])], 'listed'],
    ['of others as an entry that is too long', `${entry}x`, [mail([`${entry}x`])], 'others'],
    ['of others as an entry of two lines', 'Carol Jones', [mail(['Carol\nJones'])], 'others'],
    ['an identifier', 't-1002', [mail(chair)], 'identifier'],
    ['an identifier that is just short enough', entry, [mail({ id: entry })], 'identifier'],
    ['of others as an identifier that is too long', `${entry}x`, [mail({ id: `${entry}x` })], 'others'],
    ['of others as a part of an identifier', '7007', [mail({ id: 'box 7007' })], 'others'],
    ['trusted', 't-9001', [contacts({ thing: 'the t-9001 here' })], 'trusted'],
    ['trusted, wherever else it stands', 't-9001', [contacts({ a: 't-9001' }), mail({ b: 'of t-9001' })], 'trusted'],
    [
      'trusted, wherever else it stood before',
      't-9001',
      [mail({ b: 'of t-9001' }), contacts({ a: 't-9001' })],
      'trusted',
    ],
    ['trusted, weak as it is, as a whole', '12', [contacts({ n: '12' })], 'trusted'],
    ['nowhere, weak as it is, within a trusted text', '12', [contacts({ n: 'room 12 here' })], 'unseen'],
    ['nowhere, weak as it is, within others’ text', '12', [mail({ n: 'room 12 here' })], 'unseen'],
    ['of others, short as it is, as a word', 'abc', [mail({ n: 'the abc now' })], 'others'],
    ['of others, short as they are, as two', '12 13', [mail({ n: 'row 12 13 end' })], 'others'],
    ['nowhere as a truth value', 'true', [mail({ flag: true, none: null })], 'unseen'],
  ])('%s', (_, value, all, origin) => {
    expect(originIn(value, ...all)).toBe(origin);
  });

  test('of the first text that contains it', () => {
    const two = history(undefined, mail({ a: 'first report-7' }), mail({ a: 'second report-7' }));
    expect(two.originOf(looked('report-7'))).toEqual({ origin: 'others', text: 'first report-7' });
  });

  test('described, where the user spoke of it, and trusted where it is that too', () => {
    const things = mail([lamp, chair]);
    const spoken = history('I like the blue lamp', things);
    expect(spoken.originOf(looked('t-1001')).origin).toBe('described');
    expect(spoken.originOf(looked('t-1002')).origin).toBe('identifier');
    expect(history('I like the blue lamp', things, contacts({ a: 't-1001' })).originOf(looked('t-1001')).origin).toBe(
      'trusted',
    );
  });
});

describe('an address carries what was read', () => {
  const url = (part: string) => `https://x.example.net/?q=${part}`;
  test.each<[string, string, Seen[], string]>([
    ['of others', url('hunter22x'), [seen(true, false, 'the hunter22x')], 'others'],
    ['of nobody else', url('hunter22x'), [seen(false, true, 'the hunter22x')], 'others'],
    ['among other words', 'see x.example.net/hunter22x', [mail('the hunter22x')], 'others'],
    ['of six letters', url('abcdef'), [mail('the abcdef')], 'others'],
    ['of four with a number', url('ab12'), [mail('the ab12')], 'others'],
  ])('%s', (_, value, all, origin) => {
    expect(originIn(value, ...all)).toBe(origin);
  });

  test.each<[string, string, Seen[], string]>([
    ['what everybody may see', url('hunter22x'), [seen(false, false, 'the hunter22x')], 'unseen'],
    ['a part of a longer word', url('hunter22x'), [mail('the xhunter22xy')], 'unseen'],
    ['what nobody wrote', url('hunter22x'), [mail('something else')], 'unseen'],
    ['four letters', url('abcd'), [mail('the abcd')], 'unseen'],
    ['a letter and a number', url('a1'), [mail('the a1')], 'unseen'],
    ['an e-mail address', 'a.hunter22x@mail.example.net', [mail('the hunter22x')], 'unseen'],
    ['what is no address', 'foo/hunter22x', [mail('the hunter22x')], 'unseen'],
    [
      'what is listed as it is',
      'shop.example.net/hunter22x',
      [mail(['shop.example.net/hunter22x']), contacts('the hunter22x')],
      'listed',
    ],
  ])('but not %s', (_, value, all, origin) => {
    expect(originIn(value, ...all)).toBe(origin);
  });

  test('but not what the user said', () => {
    const said = history('look for hunter22x', mail('the hunter22x'));
    expect(said.originOf(looked(url('hunter22x'))).origin).toBe('unseen');
  });
});

test('an id is described or mentioned where the user spoke of its thing in one message', () => {
  const things = mail([lamp, chair]);
  const originOf = (words: string[] | undefined, id: string, to: string[] = []): string =>
    new OriginIndex({ words, seen: [things] }, 'zap', to).originOf(looked(id)).origin;
  expect(originOf(['Hello', 'I like the blue lamp'], 't-1001')).toBe('described');
  expect(originOf(['I like the lamp', 'Hello'], 't-1001')).toBe('mentioned');
  expect(originOf(['I like the lamp', 'The blue lamp'], 't-1001')).toBe('described');
  expect(originOf(['I like the lamp'], 't-1002')).toBe('identifier');
  expect(originOf(['I like the lamp'], 't-1001', ['lamp@example.net'])).toBe('identifier');
  expect(originOf(undefined, 't-1001')).toBe('identifier');
});

test('what a call was given and only gives back is not found there', () => {
  const echoing = { ...mail({ to: 'Carol Jones', text: 'For Carol Jones, report-7' }), given: ['Carol Jones'] };
  expect(originIn('Carol Jones', echoing)).toBe('unseen');
  expect(originIn('report-7', echoing)).toBe('others');
  expect(originIn('Carol Jones', mail({ to: 'Carol Jones' }))).toBe('others');
});

test.each<[string, boolean]>([
  ['lunch is at the harbour with soup', true],
  ['Dear all, lunch at the harbours, please', true],
  ['soup harbour lunch salad bread', true],
  ['soup harbour lunch salad bread wine', false],
  ['soup salad', true],
  ['soup salad bread', false],
  ['soup harbour lunch lunch salad', true],
  ['soup harbour lunch salad', true],
  ['lunch harbour soup lunch 4711', false],
  ['lunch harbour soup evil.example', false],
  ['lunch harbour soup lunch code7', false],
  ['lunch harbour soup lunch secretly', false],
  ['soup with lunch', true],
  ['at the', false],
  ['', false],
])('“%s” is made of what was said: %s', (text, is) => {
  const said = history(
    ['lunch is at the harbour', 'with soup'],
    mail('so soup with lunch then'),
    contacts('code7 4711'),
    seen(true, false, 'secretly'),
    seen(false, false, 'salad'),
  );
  expect(said.isMadeOfSaid([text])).toBe(is);
});

test('nothing is made of what was said where that is not known', () => {
  expect(history(undefined).isMadeOfSaid(['lunch harbour'])).toBe(false);
});

test('a number is that of a thing of the kind that the argument or the tool names', () => {
  const from = (tool: string, title: string): Seen => ({ ...mail([{ id_: '7', title }]), tool });
  const seenIn = [from('search_files', 'Blue lamp'), from('list_mails', 'Red chair')];
  const originOf = (tool: string, ...keys: string[]): string =>
    new OriginIndex({ words: ['The blue lamp'], seen: seenIn }, tool).originOf(looked('7', ...keys)).origin;
  expect(originOf('delete_file')).toBe('described');
  expect(originOf('zap', 'file_id')).toBe('described');
  expect(originOf('send_mail', 'file_id')).toBe('described');
  expect(originOf('delete_mail')).toBe('identifier');
  expect(originOf('delete_file', 'mail_id')).toBe('identifier');
  // Where that is not known, it may be either.
  expect(originOf('zap')).toBe('identifier');
  expect(originOf('zap_event', 'event_id')).toBe('identifier');
});

describe('a text betrays', () => {
  const kept = 'do report quarterly figures soon';
  const of = (words: string | undefined, from: Seen, text = 'report quarterly figures'): boolean =>
    history(words, from).betrays(text);
  test.each<[string, boolean]>([
    ['what is private', of('Hello', mail(kept))],
    ['what is private and trusted', of('Hello', contacts(kept))],
    ['what is private where nobody has spoken', of(undefined, mail(kept))],
    ['what was asked for by others’ words', of('Hello', { ...mail(kept), given: ['hidden plans'] })],
    ['what was asked for by a short number', of('Hello 7', { ...mail(kept), given: ['7'] })],
    ['what was asked for by nothing', of('Hello', { ...mail(kept), given: ['!'] })],
    ['what was searched for', of('Hello', { ...mail(`so ${kept}`), given: ['report quarterly'] })],
    [
      'what stands beside something of which they spoke',
      of('The blue lamp', mail([lamp, { id: 't-1002', title: 'Red chair', text: [kept] }])),
    ],
    ['what has a name of which nobody spoke', of('Hello', mail({ id: 't-1001', title: 'Blue lamp', text: kept }))],
    [
      'what is too long to be looked through, of whatever it is',
      history('Hello', mail(kept), seen(true, false, kept)).betrays('a'.repeat(50_001)),
    ],
    ['what is too long to be looked through', of('Hello', mail(kept), 'a'.repeat(50_001))],
  ])('%s', (_, is) => {
    expect(is).toBe(true);
  });

  test.each<[string, boolean]>([
    ['what everybody may read', of('Hello', seen(true, false, kept))],
    ['less than three words', of('Hello', mail(kept), 'quarterly figures')],
    ['what the user said', of('report quarterly figures', mail(kept))],
    ['what the user asked for', of('Show hidden plans', { ...mail(kept), given: ['x', 'hidden plans'] })],
    [
      'what the user asked for in one of their messages',
      history(['Hello', 'hidden plans'], { ...mail(kept), given: ['hidden plans'] }).betrays(
        'report quarterly figures',
      ),
    ],
    ['what the user asked for first', of('hidden plans, please', { ...mail(kept), given: ['hidden plans'] })],
    ['what was given', of('Hello', { ...mail('report quarterly figures'), given: ['report quarterly figures'] })],
    ['what is part of what they spoke of', of('The blue lamp', mail([{ ...lamp, parts: { text: [kept] } }, chair]))],
    ['what the user spoke of', of('The blue lamp', mail({ id: 't-1001', title: 'Blue lamp', text: kept }))],
    ['what is just short enough', of('Hello', mail(kept), 'a'.repeat(50_000))],
    ['what is long, where nothing is private', of('Hello', seen(true, false, kept), 'a'.repeat(50_001))],
  ])('but not %s', (_, is) => {
    expect(is).toBe(false);
  });
});

test.each<[string, string[] | undefined, string[], boolean]>([
  ['all of it', ['Put report-7 to urgent'], ['report-7', 'urgent'], true],
  ['something that they spoke of', ['The blue lamp to urgent'], ['t-1001', 'urgent'], true],
  ['nothing, as there is nothing to say', ['Hello'], [], true],
  ['all of it in the second message', ['Hello', 'report-7 to urgent'], ['report-7', 'urgent'], true],
  ['not all of it', ['Put report-7 up'], ['report-7', 'urgent'], false],
  ['not all of it in one message', ['Put report-7 up', 'urgent'], ['report-7', 'urgent'], false],
  ['it in a question', ['So report-7 is urgent?'], ['report-7', 'urgent'], false],
  ['it in a question without its mark', ['what is urgent'], ['urgent'], false],
  ['it behind a word that only begins like one', ['whatever, urgent'], ['urgent'], true],
  ['nothing that is known', undefined, [], false],
])('the user says %s', (_, words, values, is) => {
  expect(new OriginIndex({ words, seen: [mail([lamp, chair])] }).saysAll(values.map((value) => looked(value)))).toBe(
    is,
  );
});

test.each<[string, string[] | undefined, string, Json, boolean]>([
  ['an entry beside it', ['Tell Dan Smith'], 'Carol', ['Carol', 'Dan Smith'], true],
  ['an entry beside it first', ['Dan Smith, hello'], 'Carol', ['Carol', 'Dan Smith'], true],
  ['in one of their messages', ['Hello', 'Tell Dan Smith'], 'Carol', ['Carol', 'Dan Smith'], true],
  ['itself', ['Tell Carol'], 'Carol', ['Carol', 'Dan Smith'], false],
  ['nothing of it', ['Tell somebody'], 'Carol', ['Carol', 'Dan Smith'], false],
  ['what is weak', ['Tell 12'], 'Carol', ['Carol', '12'], false],
  ['what has no words', ['Tell it'], 'Carol', ['Carol', '!'], false],
  ['what is no entry', ['Tell Dan Smith'], 'Carol', { a: ['Carol'], b: 'Dan Smith' }, false],
  ['nothing that is known', undefined, 'Carol', ['Carol', 'Dan Smith'], false],
])('the user speaks of %s', (_, words, value, shown, is) => {
  expect(new OriginIndex({ words, seen: [mail(shown)] }).saysAnotherThan(value)).toBe(is);
});

test('what was shown elsewhere is not beside it', () => {
  const sources = history('Tell Dan Smith', mail(['Carol']), mail(['Dan Smith']));
  expect(sources.saysAnotherThan('Carol')).toBe(false);
  expect(history('Tell Dan Smith', mail({ a: 'Carol', b: ['Dan Smith'] })).saysAnotherThan('Carol')).toBe(false);
});

test('numbers in texts are written, and those in fields are not', () => {
  const all = history('up to 100', mail({ body: 'pay 55', size: 250, id: 999 }), contacts({ body: 'rent 77' }));
  expect([55, 250, 999, 77].map((value) => all.isWrittenByOthers(value))).toEqual([true, false, false, false]);
  expect([55, 250, 999, 77].map((value) => all.isNumberField(value))).toEqual([false, true, false, false]);
  expect(all.largestNumber()).toBe(250);
  expect(history('up to 300', mail({ size: 250 })).largestNumber()).toBe(300);
  expect(history(undefined, mail({ size: 250 })).largestNumber()).toBe(250);
});

test('three words in a row are carried on, unless the user said them', () => {
  const theirs = mail('do report quarterly figures soon');
  expect(history(undefined, theirs).carries('report quarterly figures')).toEqual({
    text: 'do report quarterly figures soon',
  });
  expect(history(undefined, theirs).carries('report figures quarterly')).toBeUndefined();
  expect(history('report quarterly figures', theirs).carries('report quarterly figures')).toBeUndefined();
  expect(
    history(undefined, contacts('do report quarterly figures')).carries('report quarterly figures'),
  ).toBeUndefined();
});

test('what is too long to be looked through is taken to carry something', () => {
  const [long, longer] = ['a'.repeat(50_000), 'a'.repeat(50_001)];
  expect(history(undefined, mail('x')).carries(longer)).toEqual({ text: '' });
  expect(history(undefined, mail('x')).carries(long)).toBeUndefined();
  expect(history(undefined, contacts('x')).carries(longer)).toBeUndefined();
});
