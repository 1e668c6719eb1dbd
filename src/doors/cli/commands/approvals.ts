/** `deputize approvals`: look at what waits, and decide. */
import { showHidden, toErrorValue, parseDecision, type ApprovalDecision } from '../../../core/index.ts';
import type { CliEnvironment, CliRuntime } from '../environment.ts';
import {
  toExitCode,
  parseJson,
  readPatterns,
  usageError,
  requirePositional,
  exitCode,
  type CliCommand,
  type ExitCode,
  type CliInput,
} from '../flags.ts';
import { approvalText, outcomeText } from '../print.ts';

export const approvals: CliCommand = {
  summary: 'See what waits for you, and decide',
  usage: `deputize approvals list | show ID | approve ID… | deny ID… [--args 'JSON'] [--reason TEXT] [--remember once|conversation|1h|always] [--pattern /pointer=glob]… [--everywhere] [--mint]

Approving runs the call and prints its outcome. --args approves with other arguments; they are validated and decided again.
--pattern remembers all calls whose argument fits; given several times, all of them have to fit.
What is remembered holds in the workspace of the call; with --everywhere, in all of them.
--mint runs nothing and prints a confirm token instead, for someone else to execute the call with.`,
  options: {
    args: {
      type: 'string',
      value: "'JSON'",
      description: 'Approves with these arguments instead. They are validated and decided again.',
    },
    reason: {
      type: 'string',
      value: 'TEXT',
      description: 'The reason of the decision. It is recorded, and the caller gets it.',
    },
    remember: {
      type: 'string',
      value: 'TIME',
      description: 'How long the decision holds: once, conversation, a time such as 1h, or always.',
    },
    pattern: {
      type: 'string',
      value: '/POINTER=GLOB',
      multiple: true,
      description:
        'Remembers all calls whose argument at the JSON pointer matches the pattern. May be given several times; all must match.',
    },
    everywhere: {
      type: 'boolean',
      description: 'Remembers the decision for every workspace. Default: the workspace of the call.',
    },
    mint: {
      type: 'boolean',
      description: 'Runs nothing and prints a confirm token, with which another process can execute the call.',
    },
  },
  async run(input, environment) {
    const verb = input.words[0] ?? 'list';
    if (!['list', 'show', 'approve', 'deny'].includes(verb)) throw usageError(`approvals does not know "${verb}".`);
    const opened = await environment.open(input.open);
    try {
      if (verb === 'list') return await list(input, opened, environment);
      if (verb === 'show') return await show(input, opened, environment);
      return await decideAll(verb, input, opened, environment);
    } finally {
      await opened.close();
    }
  },
};

async function list(input: CliInput, opened: CliRuntime, { out }: CliEnvironment): Promise<ExitCode> {
  const person = await opened.owner('person', 'cli');
  const waiting = await opened.runtime.approvals.list(person);
  const unknown = await opened.runtime.calls.list({ state: 'unknown' }, person);
  if (input.isJson) out(JSON.stringify({ approvals: waiting, unknown }));
  else if (waiting.length + unknown.length === 0) out('Nothing waits for you.');
  else {
    for (const { id, risk, tool, preview, expiresAt, workspace } of waiting) {
      const where = workspace === null ? '' : `  in ${showHidden(workspace.label)}`;
      out(`${id}  ${risk.padEnd(6)}  ${tool}  ${showHidden(preview.title)}${where}  (until ${expiresAt})`);
    }
    for (const { callId, tool } of unknown) out(`${callId}  in doubt after a crash: ${tool}`);
  }
  return 0;
}

async function show(input: CliInput, opened: CliRuntime, { out }: CliEnvironment): Promise<ExitCode> {
  const approval = await opened.runtime.approvals.show(
    requirePositional(input, 1, 'The approval’s id'),
    await opened.owner('person', 'cli'),
  );
  out(input.isJson ? JSON.stringify(approval) : approvalText(approval));
  return 0;
}

async function decideAll(
  verb: string,
  input: CliInput,
  opened: CliRuntime,
  environment: CliEnvironment,
): Promise<ExitCode> {
  requirePositional(input, 1, 'The approval’s id');
  const approvalDecision = readApprovalDecision(verb, input);
  const ids = input.words.slice(1);
  let worst: ExitCode = 0;
  for (const id of ids) {
    const code = await decideOne(id, approvalDecision, input, opened, environment).catch((error: unknown) => {
      if (ids.length === 1) throw error;
      // One that is over must not keep the others from being decided.
      const { message, ...rest } = toErrorValue(error);
      if (input.isJson) environment.out(JSON.stringify({ approvalId: id, error: { message, ...rest } }));
      else environment.err(`${id}: ${message}`);
      return toExitCode(error);
    });
    worst = code > worst ? code : worst;
  }
  await opened.checkpoint();
  return worst;
}

function readApprovalDecision(verb: string, input: CliInput): ApprovalDecision {
  const args = input.text('args');
  return parseDecision(
    {
      decision: verb,
      modifiedArgs: args === undefined ? undefined : parseJson(args, '--args'),
      reason: input.text('reason'),
      remember: input.text('remember'),
      pattern: readPatterns(input),
      everywhere: input.has('everywhere'),
      execute: !input.has('mint'),
    },
    'cli',
  );
}

async function decideOne(
  id: string,
  approvalDecision: ApprovalDecision,
  input: CliInput,
  opened: CliRuntime,
  { out }: CliEnvironment,
): Promise<ExitCode> {
  const person = await opened.owner('person', 'cli');
  const { outcome, confirmToken, offer } = await opened.runtime.approvals.decide(id, approvalDecision, person);
  if (input.isJson) out(JSON.stringify({ ...outcome, confirmToken, offer }));
  else {
    out(approvalDecision.decision === 'deny' ? `Denied ${id}.` : outcomeText(outcome));
    if (confirmToken && input.has('mint')) out(`confirm token: ${confirmToken}`);
    if (offer)
      out(
        `You have approved exactly this ${offer.approvedBefore} times. To be asked no more: deputize grants add ${id} --remember always`,
      );
  }
  const isSuccess = approvalDecision.decision === 'deny' || input.has('mint');
  return isSuccess ? 0 : exitCode(outcome);
}
