/** The parsers of events that a thread runs, by the names that `parseApart` gives them. */
import { buildAgenda } from './agenda.ts';
import { changeTarget, excludeTarget, summarizeTarget } from './locate-target.ts';

export const eventParsers = {
  agenda: (input: Parameters<typeof buildAgenda>[0]) => buildAgenda(input),
  target: (input: Parameters<typeof summarizeTarget>[0]) => summarizeTarget(input),
  change: (input: Parameters<typeof changeTarget>[0]) => changeTarget(input),
  exclude: (input: Parameters<typeof excludeTarget>[0]) => excludeTarget(input),
};
