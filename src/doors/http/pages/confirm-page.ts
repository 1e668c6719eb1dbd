/** The second page before a call of high risk is approved without scripts: it names the tool and what it changes. */
import { html } from 'hono/html';

import { showHidden, type ApprovalView } from '../../../core/index.ts';
import { page } from './layout.ts';

type Markup = ReturnType<typeof html>;

export interface ConfirmQuestion {
  readonly title: string;
  readonly scope: readonly string[];
  readonly args: unknown;
}

/** The fields of the first form go along as they were sent. */
const CARRIED = ['args', 'proposed', 'remember'] as const;

export function confirmPage(
  { id, tool }: ApprovalView,
  { title, scope, args }: ConfirmQuestion,
  field: (name: string) => string,
): Markup {
  return page(
    showHidden(title),
    html`<h1>This call is of high risk</h1>
      <p><code>${tool}</code>: ${showHidden(title)}</p>
      <dl>
        <dt>Reaches</dt>
        <dd>${showHidden(scope.join(', ')) || 'what the arguments name'}</dd>
      </dl>
      <h2>Exact arguments</h2>
      <pre>${showHidden(JSON.stringify(args, null, 2))}</pre>
      <form method="post" action="/approvals/${id}">
        ${CARRIED.map((name) => html`<input type="hidden" name="${name}" value="${field(name)}" />`)}
        <input type="hidden" name="confirmed" value="high-risk" />
        <div class="buttons">
          <button class="stop" name="decision" value="approve">Approve this high-risk call</button>
        </div>
      </form>
      <p><a href="/approvals/${id}">Back</a></p>`,
  );
}
