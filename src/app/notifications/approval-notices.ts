/**
 * Shows a desktop notification for a pending desktop call. If it can show the whole call, it has buttons to approve and to deny, and a
 * decision is valid for exactly what it showed. Otherwise a button opens the page that shows everything.
 */
import {
  inWords,
  OWNER,
  showHidden,
  type ApprovalView,
  type Log,
  type Runtime,
  type RuntimeOptions,
} from '../../core/index.ts';
import type { DesktopConfig } from '../config/desktop.ts';
import type { DesktopCapabilities } from '../automation/desktop-capabilities.ts';
import { isQuiet } from '../automation/quiet-hours.ts';

/** Desktops may cut notifications that are longer than this. */
const MAX_SHOWN = 400;
const WAIT_MS = 120_000;
const VIA = 'notification';

export function approvalNotices(
  desktop: DesktopConfig,
  { notifications, openPage }: Pick<DesktopCapabilities, 'notifications' | 'openPage'>,
  runtime: () => Runtime,
  log: Log,
): RuntimeOptions['onWaiting'] {
  if (desktop.notifyApprovals === 'off') return undefined;
  return ({ approvalId, url }) => {
    if (isQuiet(desktop, new Date())) return;
    ask(approvalId, url, { notifications, openPage }, runtime()).catch((error: unknown) =>
      log('warn', 'no notification could be shown of a call that waits', { approvalId, error }),
    );
  };
}

async function ask(
  id: string,
  url: string | undefined,
  { notifications, openPage }: Pick<DesktopCapabilities, 'notifications' | 'openPage'>,
  runtime: Runtime,
): Promise<void> {
  const person = await runtime.directory.principal(OWNER, 'person', VIA);
  const approval = await runtime.approvals.show(id, person);
  const shown = wholeText(approval);
  const actions =
    shown === undefined
      ? url === undefined
        ? []
        : [{ id: 'open', label: 'Look at it' }]
      : [
          { id: 'approve', label: 'Approve' },
          { id: 'deny', label: 'Deny' },
        ];
  const decided = new AbortController();
  // Closes the notification when the approval is decided elsewhere.
  const forget = await runtime.feed.subscribe(undefined, ({ kind, body }) => {
    if (kind.startsWith('approval.') && kind !== 'approval.requested' && body['approvalId'] === id) decided.abort();
  });
  const chosen = await notifications
    .show(
      {
        ...{ from: 'deputize', urgency: 'critical', waitMs: WAIT_MS },
        title: `${approval.tool} waits for you (${approval.risk} risk)`,
        body: shown ?? shortText(approval, url),
        actions: [...actions, { id: 'stop', label: 'Stop everything' }],
      },
      AbortSignal.any([decided.signal, AbortSignal.timeout(WAIT_MS + 5_000)]),
    )
    .catch((error: unknown) => {
      if (decided.signal.aborted) return null;
      throw error;
    })
    .finally(forget);
  if (chosen === 'stop') return void (await runtime.stopAll(person, VIA));
  if (chosen === 'open' && url !== undefined) return openPage(url);
  if (chosen !== 'approve' && chosen !== 'deny') return;
  // The decision is valid only for what was shown. The approval may have changed since.
  if (wholeText(await runtime.approvals.show(id, person)) !== shown) return;
  await runtime.approvals.decide(id, { decision: chosen, via: VIA }, person);
}

/** A short text that says where the whole call can be read. */
function shortText({ id, preview }: ApprovalView, url: string | undefined): string {
  const command = url === undefined ? ` Read it with: deputize approvals show ${id}` : '';
  return `${showHidden(preview.title).slice(0, MAX_SHOWN)}\nThere is more than fits here.${command}`;
}

/** The whole call as one text. Undefined if it is too long for a notification. */
function wholeText({ tool, args, preview }: ApprovalView): string | undefined {
  const parts = preview.parts.flatMap((part) =>
    part.kind === 'diff'
      ? [part.diff]
      : inWords(part).map(({ label, lines }) => `${label}: ${lines.join(', ') || 'none'}`),
  );
  const text = [preview.title, `${tool} ${JSON.stringify(args)}`, ...parts].map(showHidden).join('\n');
  return text.length <= MAX_SHOWN ? text : undefined;
}
