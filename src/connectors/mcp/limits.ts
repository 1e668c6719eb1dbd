/** What a server may send. Each bound is there because someone could send more. */
export const MAX_MESSAGE_BYTES = 16 * 1024 * 1024;
/** Every value of a message takes time to check. */
export const MAX_MESSAGE_VALUES = 200_000;
export const MAX_TOOLS = 500;
export const MAX_PAGES = 50;
export const MAX_LISTING_CHARACTERS = 4_000_000;
/** Messages that answer nothing we asked: how many at once, and how many a second for as long as it likes. */
export const MAX_UNASKED = 5_000;
export const UNASKED_PER_SECOND = 500;
/** What may wait for a server that does not read. */
export const MAX_UNREAD_BYTES = 32 * 1024 * 1024;
const MAX_TEXT = 2_000;

/** Our own answer in place of one that was too long to be read. */
export const TOO_LONG_CODE = -32_099;

export function shortened(text: string, limit = MAX_TEXT): string {
  return text.length <= limit ? text : `${text.slice(0, limit).toWellFormed()}…`;
}
