/** Limits the work of one assessment, because untrusted content decides how much there is to compare. */
import { pause } from '../../lib/pause.ts';
import type { Json } from '../../ports/json.ts';
import type { Facts } from '../contract.ts';

/** Thrown when an assessment takes too much work. The caller then assumes the worst about the values. */
export class WorkLimitError extends Error {}

/** Words that one assessment compares at most: some tens of milliseconds. */
const MOST_WORDS = 10_000_000;

/** Counts the compared words of one assessment. */
export class WorkLimit {
  #left = MOST_WORDS;

  /** Throws WorkLimitError if the limit is exceeded. */
  spend(words: number): void {
    this.#left -= words;
    if (this.#left < 0) throw new WorkLimitError('The values of the call take too much work to trace.');
  }
}

/** Arguments with more values are not traced. */
const MOST_VALUES = 5_000;

/** Whether the arguments have too many values to trace them. */
export function hasTooManyValues(args: Json, { recipients = [], targets = [], paths = [] }: Facts): boolean {
  let count = recipients.length + targets.length + paths.length;
  const stack: Json[] = [args];
  for (let next = stack.pop(); next !== undefined && count <= MOST_VALUES; next = stack.pop()) {
    count += 1;
    if (typeof next === 'object' && next !== null) for (const each of Object.values(next)) stack.push(each);
  }
  return count > MOST_VALUES;
}

/** A point where the caller may let other work run. */
export const PAUSE = Symbol('pause');

/** How many characters are split into words in one turn. */
const SLICE = 32_768;
/** What a text costs beside its characters. */
const EACH = 32;

/** Counts the characters of one turn. */
export class WorkTurn {
  #work = 0;

  /** Adds a text, and returns whether the turn is over. Then the next one begins. */
  isOver(characters: number): boolean {
    this.#work += characters + EACH;
    if (this.#work < SLICE) return false;
    this.#work = 0;
    return true;
  }
}

/** Splits a long text at white space, where words end. */
export function* splitIntoSlices(text: string): Generator<string> {
  for (let start = 0; start < text.length;) {
    const end = Math.min(start + SLICE, text.length);
    const space = end === text.length ? -1 : lastSpace(text, start, end);
    yield text.slice(start, space > start ? space : end);
    start = space > start ? space : end;
  }
}

function lastSpace(text: string, start: number, end: number): number {
  for (let at = end; at > start; at -= 1) if (/\s/.test(text[at] ?? '')) return at;
  return -1;
}

/** Results that are larger than this together are not compared. */
const [MOST_CHARACTERS, MOST_LEAVES] = [8_000_000, 400_000];

/** Reads results with pauses, so that other work of the process runs between them. Returns false if they are too large to compare. */
export async function readInSlices<Result>(
  seen: readonly Result[],
  readWithPauses: (result: Result) => Iterable<{ readonly whole: string } | typeof PAUSE>,
): Promise<boolean> {
  let [characters, leaves] = [0, 0];
  for (const from of seen)
    for (const leaf of readWithPauses(from)) {
      if (leaf === PAUSE) await pause(0);
      else {
        characters += leaf.whole.length;
        leaves += 1;
      }
      if (characters > MOST_CHARACTERS || leaves > MOST_LEAVES) return false;
    }
  return true;
}
