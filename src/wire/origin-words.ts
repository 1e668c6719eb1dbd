/** Where a call's values come from: the texts and the order for every place where a person decides. */
import type { TracedValueMessage } from './previews.ts';

export const originWords = {
  title: 'Where its values come from',
  hint: 'What stood in words of others could have been put there for the assistant to obey.',
  warn: 'From others’ words',
  warnUnseen: 'Not seen before',
  of: {
    user: 'You said it',
    trusted: 'From a source that only you and those you trust can fill',
    described: 'It is what you named',
    mentioned: 'It is what you seem to speak of',
    identifier: 'A name that a system gave',
    listed: 'One entry of a list that others can add to',
    others: 'It comes from text that others wrote',
    unseen: 'Nothing that was said or read here holds it',
  },
  kinds: {
    recipient: 'Recipient',
    target: 'Acts on',
    path: 'Path',
    address: 'Address',
    amount: 'Amount',
    credential: 'Credential',
    permission: 'Permission',
    text: 'Text',
  },
  where: 'The words in which it stood',
  texts: (count: number) => `${count === 1 ? 'One text' : `${count} texts`} beside them`,
} as const;

const ORDER: readonly TracedValueMessage['origin'][] = [
  ...(['others', 'unseen', 'listed', 'identifier', 'mentioned', 'described', 'trusted', 'user'] as const),
];
/** Plain text matters less than recipients and destinations, unless others wrote it. */
const isHighlighted = ({ kind, origin }: TracedValueMessage): boolean => kind !== 'text' || origin === 'others';

export interface OrderedOrigins {
  /** Values that others wrote come first. */
  readonly values: readonly TracedValueMessage[];
  /** Texts that others did not write. */
  readonly rest: readonly TracedValueMessage[];
  readonly hasOthers: boolean;
}

export function orderOrigins(values: readonly TracedValueMessage[]): OrderedOrigins {
  const ordered = values.toSorted((one, other) => ORDER.indexOf(one.origin) - ORDER.indexOf(other.origin));
  return {
    values: ordered.filter(isHighlighted),
    rest: ordered.filter((value) => !isHighlighted(value)),
    hasOthers: values.some(({ origin }) => origin === 'others'),
  };
}

/** The warning for an origin, if there is one. */
export function findOriginWarning({ origin }: TracedValueMessage): string | undefined {
  return origin === 'others' ? originWords.warn : origin === 'unseen' ? originWords.warnUnseen : undefined;
}

/** The text around a value, if it says more than the value. */
export const findSurroundingText = ({ sentence, value }: TracedValueMessage): string | null =>
  sentence === value ? null : sentence;
