/** Finds the turn to play: the first that is left and fits. */
import type { PlayedTurn } from './model-script.ts';
import type { RequestSummary } from './request-summary.ts';

export function createChooser(turns: readonly PlayedTurn[]): (summary: RequestSummary) => PlayedTurn | undefined {
  const left = turns.map((turn) => ({ turn, times: turn.repeat === 'always' ? Infinity : turn.repeat }));
  return (summary) => {
    const found = left.find(({ turn, times }) => times > 0 && fits(turn.when, summary));
    if (found) found.times -= 1;
    return found?.turn;
  };
}

function fits(when: PlayedTurn['when'], { user, results }: RequestSummary): boolean {
  if (when === undefined) return true;
  const inResults = (wanted: string | RegExp): boolean => results.some(({ content }) => matches(wanted, content));
  if (typeof when === 'string' || when instanceof RegExp)
    return results.length > 0 ? inResults(when) : matches(when, user);
  return (when.user === undefined || matches(when.user, user)) && (when.tool === undefined || inResults(when.tool));
}

function matches(wanted: string | RegExp, text: string): boolean {
  // A file has no other way to write a regular expression than as text.
  const [, source, flags] = typeof wanted === 'string' ? (/^\/(.+)\/([a-z]*)$/s.exec(wanted) ?? []) : [];
  const expression =
    typeof wanted === 'string' ? (source === undefined ? undefined : new RegExp(source, flags)) : wanted;
  return expression === undefined ? text.includes(String(wanted)) : text.search(expression) >= 0;
}
