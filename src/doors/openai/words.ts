/** What the runtime adds to an answer, in its own words. */
import type { WaitingCall } from '../../agent/turn.ts';
import { showHidden, type ErrorValue, type Principal, type Runtime } from '../../core/index.ts';

/** R3: what ran without asking has to be said. */
export function reportWords(reports: readonly string[]): string {
  return ['Done without asking:', ...reports.map((report) => `- ${plain(report)}`)].join('\n');
}

export async function waitingWords(
  runtime: Runtime,
  principal: Principal,
  waiting: readonly WaitingCall[],
): Promise<string> {
  const lines = await Promise.all(
    waiting.map(async ({ title, approval: { id, url, expiresAt } }) => {
      const shown = await runtime.approvals.show(id, principal).then(
        ({ preview }) => preview.title,
        () => title,
      );
      return `- ${plain(shown)}: ${url} (until ${expiresAt.slice(0, 16).replace('T', ' ')} UTC)`;
    }),
  );
  return ['Waiting for your approval:', ...lines].join('\n');
}

export function problemWords({ message }: ErrorValue): string {
  return `The answer ended early: ${plain(message)}`;
}

/** On one line, and without what a client would show as a link, as markup or not at all. */
function plain(text: string): string {
  return showHidden(text)
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[[\]<>`]/g, (mark) => `\\${mark}`);
}
