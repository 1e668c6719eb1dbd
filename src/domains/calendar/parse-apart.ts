/** Parses events that others wrote: a few small ones at once, all others apart from the main thread. */
import type { ContentParser } from '../../ports/content-parser.ts';
import { StepLimitError } from './ical/step-budget.ts';
import { namedZone, utc, type TimeZone } from './ical/time-zone.ts';

/** What is parsed at once: it takes less than 50 ms, however it is made (test/e2e/calendar/hostile-event-stalls.test.ts). */
const SMALL_CHARACTERS = 8_000;
const QUICK_STEPS = { each: 500, all: 1_000 };

/** Runs `parser` on data that another thread can be given. `size` is the number of characters that others wrote. */
export async function parseApart<Input, Output>(
  parse: ContentParser | undefined,
  name: string,
  parser: (input: Input, quick?: typeof QUICK_STEPS) => Output,
  input: Input,
  size: number,
): Promise<Output> {
  if (!parse) return parser(input);
  try {
    if (size <= SMALL_CHARACTERS) return parser(input, QUICK_STEPS);
  } catch (error) {
    if (!(error instanceof StepLimitError)) throw error;
  }
  return (await parse(name, input)) as Output;
}

/** The zone of the calendar by its name. It was found before, in the main thread. */
export const findZone = (name: string | undefined): TimeZone => (name === undefined ? utc : (namedZone(name) ?? utc));
