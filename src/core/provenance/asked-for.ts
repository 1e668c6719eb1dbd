/**
 * Whether the user asked for this kind of effect, in their own words. It knows English; where it does not understand, nobody
 * has asked, and a person is.
 */
import type { Effect } from '../contract.ts';
import { wordsOf } from './words.ts';

const KINDS = {
  send: 'send email e-mail mail message dm text write reply respond answer forward notify tell inform contact remind thank congratulate ask post publish upload submit announce comment',
  invite: 'invite',
  share: 'share grant give',
  pay: 'pay refund transfer reimburse wire repay donate tip settle send',
  book: 'book reserve order buy purchase rent',
  create: 'create make add schedule write draft save record note generate set put plan arrange block',
  add: 'add append include put insert attach invite',
  update:
    'update change adjust modify set edit correct rename move reschedule replace fix extend increase raise lower reduce postpone shift mark',
  delete: 'delete remove cancel clear drop erase discard kick ban unsubscribe revoke',
  run: 'run execute start launch install build test',
} as const;

type Kind = keyof typeof KINDS;

const WORDS = Object.fromEntries(
  Object.entries(KINDS).map(([kind, words]) => [kind, new Set(words.split(' '))]),
) as unknown as Readonly<Record<Kind, ReadonlySet<string>>>;

/** These are things as often as they are deeds; as things they stand behind such words. */
const ALSO_THINGS = new Set(
  'email e-mail mail message dm text reply answer post comment share order book transfer tip schedule record note plan block change update set test start build'.split(
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
  readonly effect: Effect;
  readonly destructive: boolean;
}

/** What a tool does, by the words of its name; by its effect where those say nothing. */
function kindsOf({ name, effect, destructive }: Deed): readonly Kind[] {
  const words = name
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/);
  const [verb] = words.flatMap((word) => {
    const kinds = (Object.keys(WORDS) as Kind[]).filter((kind) => WORDS[kind].has(word));
    return kinds.length > 0 ? [kinds] : [];
  });
  if (effect === 'spend') return [...(verb ?? []), 'pay', 'book'];
  if (verb) return verb.filter((kind) => kind !== 'pay');
  if (effect === 'send') return ['send', 'share'];
  if (effect === 'execute') return ['run'];
  return destructive ? ['update', 'delete'] : ['create', 'add', 'update'];
}

/** A clause ends where another deed may begin. */
export function clausesOf(text: string): string[] {
  return text.split(/[.;!?\n]+(?=\s|$)|,?\s+(?:and|then|but|also)\s+|,\s+/i).filter((clause) => clause.trim() !== '');
}

/** What stands between quotation marks is spoken of, not asked for. */
const QUOTED = /(?<=^|[\s(,:])(?:'[^'\n]*'|"[^"\n]*"|“[^”\n]*”|‘[^’\n]*’)(?=$|[\s).,;:!?])/g;
/** “Start by sending …” asks for it; “remind me of booking” does not. */
const BEFORE_DOING = new Set(['by', 'start', 'begin', 'try', 'mind']);

/** Whether the deed's words stand in the text as something to be done. */
export function asksFor(text: string, deed: Deed): boolean {
  const wanted = kindsOf(deed);
  const isWanted = (word: string): boolean => wanted.some((kind) => WORDS[kind].has(word));
  const words = wordsOf(text.replaceAll(QUOTED, ' '));
  return words.some((word, at) => {
    const before = words[at - 1] ?? '';
    if (isWanted(word)) return !(ALSO_THINGS.has(word) && BEFORE_THINGS.has(before));
    if (!word.endsWith('ing') || !BEFORE_DOING.has(before)) return false;
    const stem = word.slice(0, -3);
    return isWanted(stem) || isWanted(`${stem}e`) || isWanted(stem.slice(0, -1));
  });
}
