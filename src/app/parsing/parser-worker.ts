/** The thread that parses what others wrote: mails, events and the answers of calendar servers. */
import { parentPort } from 'node:worker_threads';

import { readCalendarAnswer } from '../../connectors/calendar/multistatus.ts';
import { eventParsers } from '../../domains/calendar/event-parsers.ts';
import { readMessage } from '../../domains/mail/read-message.ts';
import { summarizeOccurrences } from '../../domains/organization/calendar/summarize-occurrences.ts';
import { toParserFailure, type ParserAnswer } from './parser-answer.ts';

const parsers = new Map<string, (input: never) => unknown>([
  ...Object.entries(eventParsers),
  ['calendarAnswer', readCalendarAnswer],
  ['mail', readMessage],
  ['occurrences', summarizeOccurrences],
]);

async function parse(name: string, input: unknown): Promise<ParserAnswer> {
  const parser = parsers.get(name);
  if (!parser) throw new Error(`There is no parser ${name}.`);
  try {
    return { value: await parser(input as never) };
  } catch (error) {
    return { failure: toParserFailure(error) };
  }
}

parentPort?.on('message', ({ parser, input }: { parser: string; input: unknown }) => {
  parse(parser, input).then(
    (value) => parentPort?.postMessage({ value }),
    (error: unknown) => parentPort?.postMessage({ error: String(error) }),
  );
});
