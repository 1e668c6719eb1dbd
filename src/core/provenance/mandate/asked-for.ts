/**
 * Checks whether the user asked for this kind of effect in their own words. It only knows English. If it does not understand
 * the text, the answer is no, and a person is asked.
 */
import type { CallEffect } from '../../contract.ts';
import { NUMBER_WORDS, wordsOf, plain } from '../words.ts';

const KINDS = {
  send: 'send email e-mail mail message dm text write reply respond answer forward notify tell inform contact remind thank congratulate ask post publish upload submit announce comment say warn explain relay ping apologise apologize bill invoice charge',
  invite: 'invite',
  share: 'share grant give',
  pay: 'pay refund transfer reimburse wire repay donate tip settle send',
  book: 'book reserve order reorder buy purchase rent hire',
  create:
    'create make add schedule write draft save record note generate set put plan arrange block start remind copy enter log register pencil',
  add: 'add append include put insert attach invite copy enter log',
  update:
    'update change adjust modify set edit correct rename move reschedule replace fix extend increase raise lower reduce postpone shift mark patch amend revise label tag flag star pin push delay bump switch renew',
  close: 'close resolve finish complete',
  assign: 'assign reassign hand delegate give pass',
  archive: 'archive',
  borrow: 'borrow renew loan',
  approve: 'approve accept confirm',
  reject: 'reject decline refuse',
  delete:
    'delete remove cancel clear drop erase discard trash bin scrap kick ban unsubscribe revoke purge wipe dump withdraw unshare dismiss stop',
  run: 'run execute start launch install build test',
} as const;

type Kind = keyof typeof KINDS;

const WORDS = Object.fromEntries(
  Object.entries(KINDS).map(([kind, words]) => [kind, new Set(words.split(' '))]),
) as unknown as Readonly<Record<Kind, ReadonlySet<string>>>;

/** Verbs that are also nouns. Behind a word of `BEFORE_THINGS` they count as nouns. */
const ALSO_THINGS = new Set(
  'email e-mail mail message dm text reply answer post comment share order book transfer tip schedule record note plan block change update set test start build label tag fix copy draft drop mark shift raise run launch pay rent invite bill invoice charge log register flag star pin delay switch ping'.split(
    ' ',
  ),
);
const BEFORE_THINGS = new Set(
  'the a an this that these those my your his her their our its of in from by with on for at about any all each every last latest new direct following first second next unread recent sent received group no any some which what whose via per and/or'.split(
    ' ',
  ),
);

export interface Deed {
  readonly name: string;
  /** The chosen answer or state, such as `cancelled`. */
  readonly choices?: readonly string[];
  /** The names of its arguments, such as `comment` for `update_ticket`. */
  readonly keys?: readonly string[];
  readonly effect: CallEffect;
  readonly destructive: boolean;
}

const kindsBy = (word: string): Kind[] => (Object.keys(WORDS) as Kind[]).filter((kind) => WORDS[kind].has(word));

/** Such a word is not the name of a person, even with a capital letter: “Mark it done”. */
export const isDeedWord = (word: string): boolean => kindsBy(word).length > 0;

/** Finds the verbs of participles such as `cancelled` and `withdrawn`. */
const kindsOfChoice = (choice: string): Kind[] =>
  [...stemsOf(choice, 2), choice.replace(/n$/, '')].flatMap((word) => kindsBy(word));

export const isDeedDone = (choice: string): boolean => kindsOfChoice(choice).length > 0;

/** Finds what a tool does: by its choices, then by the words of its name, then by its effect. */
function kindsOf({ name, effect, destructive, choices = [], keys = [] }: Deed): {
  readonly kinds: readonly Kind[];
  readonly verb?: string;
} {
  const [first = '', ...rest] = nameWords(name);
  const chosen = choices.flatMap(kindsOfChoice);
  if (chosen.length > 0 && effect !== 'spend') return { kinds: chosen };
  // `mail_delete` and `label_mail` send no mail; `update_invite` is an update.
  const plainly = rest.filter((word) => !ALSO_THINGS.has(word));
  const candidates = ALSO_THINGS.has(first) ? [...plainly.slice(-1), first, ...plainly] : [first, ...plainly];
  const known = candidates.map(kindsBy).find((kinds) => kinds.length > 0);
  if (effect === 'spend') return { kinds: [...(known ?? []), 'pay', 'book'] };
  const given = known?.includes('update') === true ? keys.flatMap(nameWords).flatMap(kindsBy) : [];
  if (known) return { kinds: [...known, ...given].filter((kind) => kind !== 'pay') };
  if (effect === 'send') return { kinds: ['send', 'share'], verb: first };
  if (effect === 'execute') return { kinds: ['run'], verb: first };
  // An unknown verb must occur in the request. A name of one unknown word can be requested by any verb that fits the effect.
  if (rest.length > 0) return { kinds: [], verb: first };
  return { kinds: destructive ? ['update', 'delete'] : ['create', 'add', 'update'] };
}

const nameWords = (name: string): string[] =>
  name
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/);

const LOOKING = new Set(
  'search list read get find show look fetch view query load all recent unread of in by to for on'.split(' '),
);

/** The nouns in the name of a tool: `file` for `search_files`. */
export function thingsNamedBy(name: string): string[] {
  const isDeed = (word: string): boolean => isDeedWord(word) && !ALSO_THINGS.has(word);
  return nameWords(name)
    .filter((word) => word !== '' && !LOOKING.has(word) && !isDeed(word))
    .map(plain);
}

/** Splits a text into clauses at conjunctions and commas, because each clause can ask for another action. */
export function clausesOf(text: string): string[] {
  return sentencesOf(text).flatMap((sentence) => partedAt(sentence, /,?\s+(?:and|then|but|also)\s+|,\s+/gi));
}

const sentencesOf = (text: string): string[] => partedAt(text, /[.;!?\n]+(?=\s|$)/g);

/** Does not split within quotation marks. */
function partedAt(text: string, end: RegExp): string[] {
  const quoted = [...text.matchAll(QUOTED)].map(({ 0: { length }, index }) => ({ from: index, to: index + length }));
  const isQuoted = (at: number): boolean => quoted.some(({ from, to }) => at >= from && at < to);
  const ends = [...text.matchAll(end)].filter(({ index }) => !isQuoted(index));
  const begins = [0, ...ends.map(({ 0: { length }, index }) => index + length)];
  return begins.map((begin, at) => text.slice(begin, ends[at]?.index)).filter((part) => part.trim() !== '');
}

/** Text between quotation marks. It is mentioned, not requested. */
const QUOTED = /(?<=^|[\s(,:])(?:'[^'\n]*'|"[^"\n]*"|“[^”\n]*”|‘[^’\n]*’)(?=$|[\s).,;:!?])/g;
/** “Start by sending …” is a request; “remind me of booking” is not. */
const BEFORE_DOING = new Set(['by', 'start', 'begin', 'try', 'mind']);

/** Requests that use more than one word. */
const PHRASES: readonly (readonly [Kind, RegExp])[] = [
  ['send', /\blet\s+(?!me\b|us\b|you\b)[^.;!?\n]{1,80}?\sknow\b/i],
  ['send', /\bdrop\s[^.;!?\n]{1,60}?\sa\s+(?:line|note|mail)\b/i],
  ['send', /\bpass\s(?:[^.;!?\n]{1,80}?\s)?(?:on|along)\b/i],
  ['share', /\blet\s+(?!me\b|us\b)[^.;!?\n]{1,60}?\s(?:see|read|view|edit|download|have)\b/i],
  [
    'share',
    /\b(?!i\b|we\b)[\p{L}’'-]+\s+(?:should|must|has to|have to|needs? to|ought to)\s+(?:(?:both|all)\s+)?be able to\b/iu,
  ],
  ['send', /\bput\s+(?:up\s+)?an?\s+(?:note|notice|message|post|word|line)\b/i],
  ['send', /\b(?!i\b|we\b|you\b)[\p{L}’'-]+\s+(?:should|must|has to|have to|needs? to|ought to)\s+(?:know|hear)\b/iu],
  ['pay', /\b(?:give|pay)\s[^.;!?\n]{1,60}?\sback\b/i],
  [
    'book',
    new RegExp(`\\b(?:get|need)\\s+(?:me\\s+|us\\s+)?(?:another|\\d+|${[...NUMBER_WORDS.keys()].join('|')})\\s`, 'i'),
  ],
  ['book', /\b(?:i|we)(?:['’]d|\s+would)\s+like\s+(?!to\b)/i],
  ['delete', /\b(?:can|may|should)\s+go\s*(?:$|[.,;!])/i],
  ['create', /\bfind\s+(?:(?:me|us)\s+)?an?\s+(?:place|slot|spot|time|date)\b/i],
  ['reject', /\bturn\s[^.;!?\n]{1,60}?\sdown\b/i],
  ['delete', /\bthrow\s[^.;!?\n]{0,60}?\b(?:away|out)\b/i],
  ['delete', /\b(?:get rid of|call off)\b/i],
  ['delete', /\btake\s(?:[^.;!?\n]{1,60}?\s)?(?:out|off|down)\b/i],
  ['update', /\bmake (?:it|that|them)\b/i],
  ['update', /\bgive\s[^.;!?\n]{1,60}?\suntil\b/i],
  ['update', /\bpush\s[^.;!?\n]{1,60}?\bback\b/i],
  ['update', /\bbring\s[^.;!?\n]{1,60}?\sforward\b/i],
  ['update', /\btick\s[^.;!?\n]{1,60}?\soff\b/i],
  ['update', /\b(?:minute|hour|day|week)s?\s+(?:later|earlier)\b/i],
  [
    'create',
    /\b(?:like|want|need)\s+(?!to\b)[^.;!?\n]{1,80}?\s(?:in|into|on|onto)\s+(?:my|our|the)\s+(?:calendar|diary|agenda|list)\b/i,
  ],
];

/** A negation, with at most two words between it and the verb. */
const NEGATION = /(?:\b(?:not|never|without|cannot|instead of|rather than)|n['’]t)(?:\s+[^\s.;!?]+){0,2}\s+$/i;

/** “I want it closed” and “it can be closed” are requests; “it was closed” is not. */
const WISHES = new Set(['be', 'want', 'need', 'get', 'like']);

/** A request by noun, behind a verb that says little: “put a comment there”, “open a ticket”. */
function isNamedAsThing(text: string, { name }: Deed, kinds: readonly Kind[]): boolean {
  if (!kinds.some((kind) => MAKING.has(kind))) return false;
  // The nouns in the tool's name, and its verb as a noun: “a comment”.
  const things = [...thingsNamedBy(name), ...nameWords(name).slice(0, 1)];
  return clausesOf(text).some((clause) => {
    const words = wordsOf(clause).map(plain);
    const at = words.findIndex((word) => LIGHT.has(word));
    return (
      at >= 0 &&
      !NEGATION.test(`${words.slice(0, at).join(' ')} `) &&
      things.some((thing) => words.slice(at + 1, at + 5).includes(thing))
    );
  });
}

const MAKING: ReadonlySet<Kind> = new Set(['create', 'add', 'send', 'book'] as const);
const LIGHT = new Set(['put', 'make', 'leave', 'write', 'give', 'open', 'set', 'get', 'add', 'need']);

/** Words before a verb that show a request. Unknown verbs, and verbs with an equal past tense, need one of them. */
const LEADS_IN = new Set(['please', 'to', 'you', 'just', 'then', 'and', 'also', 'now']);
/** Behind a possessive, the word is a noun: “Bart's message”. */
const POSSESSED = /\p{L}(?:['’]s|s['’])\s+$/u;
const ALSO_PAST = new Set(['put', 'set']);

/** Whether the text asks for the action. */
export function asksFor(text: string, deed: Deed): boolean {
  const plain = text.replaceAll(QUOTED, ' ');
  const { kinds, verb } = kindsOf(deed);
  const isWanted = (word: string): boolean => kinds.some((kind) => WORDS[kind].has(word));
  const isToBeDone = (at: number): boolean => !NEGATION.test(plain.slice(0, at));
  const isPhrased = PHRASES.some(([kind, phrase]) => {
    const at = kinds.includes(kind) ? plain.search(phrase) : -1;
    return at >= 0 && isToBeDone(at);
  });
  if (isPhrased) return true;
  const words = [...plain.matchAll(/\S+/g)].flatMap(({ 0: part, index }) =>
    wordsOf(part).map((word) => ({ word, index })),
  );
  const isWishedFor = (at: number): boolean =>
    words.slice(Math.max(0, at - 4), at).some(({ word }) => WISHES.has(word));
  if (!deed.destructive && isNamedAsThing(plain, deed, kinds)) return true;
  return words.some(({ word, index }, at) => {
    const before = words[at - 1]?.word ?? '';
    const isLed = LEADS_IN.has(before) || /(?:^|[.,;:!?])\s*$/.test(plain.slice(0, index));
    if (word === verb && isLed) return isToBeDone(index);
    if (ALSO_PAST.has(word) && !isLed) return false;
    const isThing = BEFORE_THINGS.has(before) || POSSESSED.test(plain.slice(0, index));
    if (isWanted(word)) return !(ALSO_THINGS.has(word) && isThing) && isToBeDone(index);
    const isBegun = word.endsWith('ing') && BEFORE_DOING.has(before);
    const stems = isBegun ? stemsOf(word, 3) : word.endsWith('ed') && isWishedFor(at) ? stemsOf(word, 2) : [];
    return stems.some(isWanted) && isToBeDone(index);
  });
}

/** Returns the possible stems of `deleting`, `running` and `closed`. */
function stemsOf(word: string, ending: number): string[] {
  const stem = word.slice(0, -ending);
  return [stem, `${stem}e`, stem.slice(0, -1)];
}

/** Pronouns that refer to what was mentioned right before. */
const PRONOUNS = new Set(['it', 'them', 'these', 'those']);
const isPronoun = (word: string, at: number, words: readonly string[]): boolean =>
  PRONOUNS.has(word) || (word === 'that' && [undefined, 'please'].includes(words[at + 1]));

/** Whether some words refer to one thing, to another, or to none. */
export type SpeaksOf = (words: readonly string[]) => 'it' | 'another' | undefined;

/** Whether a clause asks for the action and refers to the thing, by its words or by a pronoun. */
export function asksForIt(text: string, deed: Deed, speaksOf: SpeaksOf): boolean {
  return sentencesOf(text).some((sentence, number, sentences) => {
    const before = clausesOf(sentences[number - 1] ?? '');
    return clausesOf(sentence).some((clause, at, clauses) => {
      if (!asksFor(clause, deed)) return false;
      const words = wordsOf(clause);
      if (speaksOf(words) === 'it') return true;
      const earlier = [...before, ...clauses.slice(0, at)].map((each) => speaksOf(wordsOf(each)));
      return words.some(isPronoun) && earlier.findLast((spoken) => spoken !== undefined) === 'it';
    });
  });
}
