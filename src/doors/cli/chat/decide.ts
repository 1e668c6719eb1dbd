/** Asks the person at the terminal about pending calls. Each is shown as it would run, and decided by one key. */
import type { WaitingCall } from '../../../agent/turn.ts';
import { toErrorValue, parseDecision, type ApprovalView, type Principal, type Runtime } from '../../../core/index.ts';
import { approvalText, terminalText } from '../print.ts';
import { editText } from './edit.ts';
import type { Terminal } from './terminal.ts';

interface ChatDecisionContext {
  readonly runtime: Runtime;
  readonly terminal: Terminal;
  readonly person: Principal;
}

type Spoken = Parameters<typeof parseDecision>[0];
/** `back`: no decision was made, and the person is asked again. */
type Result = 'decided' | 'later' | 'back';

const KEYS = '[a]pprove  [e]dit  [d]eny  [r]emember  [l]ater > ';
const HOW_LONG = 'Approve and remember: [o]nce  this [c]onversation  one [h]our  [a]lways  [b]ack > ';
const REMEMBER = new Map([
  ['o', 'once'],
  ['c', 'conversation'],
  ['h', '1h'],
  ['a', 'always'],
]);

/** Returns the ids of the approvals that the person left for later. */
export async function decideWaiting(deciding: ChatDecisionContext, waiting: readonly WaitingCall[]): Promise<string[]> {
  const { runtime, terminal, person } = deciding;
  const later: string[] = [];
  for (const [at, { approval }] of waiting.entries()) {
    const shown = await runtime.approvals.show(approval.id, person);
    if (shown.state !== 'awaiting_approval') continue;
    terminal.line();
    terminal.line(`${waiting.length > 1 ? `(${at + 1} of ${waiting.length}) ` : ''}${approvalText(shown)}`);
    let result: Result;
    do result = await ask(deciding, shown);
    while (result === 'back');
    if (result === 'later') later.push(approval.id);
  }
  return later;
}

async function ask(deciding: ChatDecisionContext, approval: ApprovalView): Promise<Result> {
  const { terminal } = deciding;
  switch (await terminal.key(KEYS, 'aedrl')) {
    case 'a':
      return decide(deciding, approval, { decision: 'approve' });
    case 'e':
      return edit(deciding, approval);
    case 'd': {
      const reason = await terminal.ask('Why (may be empty): ');
      if (typeof reason !== 'string') return 'back';
      return decide(deciding, approval, { decision: 'deny', ...(reason.trim() === '' ? {} : { reason }) });
    }
    case 'r': {
      const key = await terminal.key(HOW_LONG, 'ochab');
      const remember = typeof key === 'string' ? REMEMBER.get(key) : undefined;
      return remember === undefined ? 'back' : decide(deciding, approval, { decision: 'approve', remember });
    }
    default:
      return 'later';
  }
}

/** Prints an error if the decision fails. Another person or client may have decided first. */
async function decide(
  { runtime, terminal, person }: ChatDecisionContext,
  { id }: ApprovalView,
  spoken: Spoken,
): Promise<Result> {
  try {
    await runtime.approvals.decide(id, parseDecision(spoken, 'cli'), person);
    return 'decided';
  } catch (error) {
    const { code, message } = toErrorValue(error);
    terminal.line(`! ${terminalText(message)}`);
    return code === 'ALREADY_DECIDED' || code === 'EXPIRED' ? 'decided' : 'back';
  }
}

/** Opens the editor until the arguments are accepted. Changed arguments are validated and evaluated again. */
async function edit(deciding: ChatDecisionContext, approval: ApprovalView): Promise<Result> {
  const { terminal } = deciding;
  const proposed = JSON.stringify(approval.args, null, 2);
  let text = `${proposed}\n`;
  for (;;) {
    text = await editText(text);
    if (text.trim() === proposed) {
      terminal.line('Nothing was changed.');
      return 'back';
    }
    const modifiedArgs = parse(terminal, text);
    const result =
      modifiedArgs === undefined ? 'back' : await decide(deciding, approval, { decision: 'edit', modifiedArgs });
    if (result !== 'back') return result;
    if ((await terminal.key('[e]dit again  [b]ack > ', 'eb')) !== 'e') return 'back';
  }
}

function parse(terminal: Terminal, text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    terminal.line(`! This is not JSON: ${terminalText(error instanceof Error ? error.message : '')}`);
    return undefined;
  }
}
