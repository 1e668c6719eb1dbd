/** `deputize call`: one governed call, with or without a running server. */
import { parseJson, usageError, requirePositional, exitCode, type CliCommand } from '../flags.ts';
import { outcomeText } from '../print.ts';

export const call: CliCommand = {
  summary: 'Call a tool',
  usage: `deputize call TOOL ['JSON'|-] [--preset P] [--trace ID] [--call ID] [--token CONFIRM_TOKEN] [--conversation ID] [--wait SECONDS]

Calls TOOL with the arguments given as JSON, or read from standard input with "-". With --wait, waits that long for a person.`,
  options: {
    preset: {
      type: 'string',
      value: 'P',
      description: 'The preset whose tools are meant. Default: the first preset of the configuration.',
    },
    trace: { type: 'string', value: 'ID', description: 'The trace that the call belongs to. Default: a new one.' },
    call: { type: 'string', value: 'ID', description: 'The id of the call. A repeated id never runs a second time.' },
    token: {
      type: 'string',
      value: 'CONFIRM_TOKEN',
      description: 'A confirm token of approvals approve --mint, which authorizes exactly this call.',
    },
    conversation: { type: 'string', value: 'ID', description: 'The conversation that the call belongs to.' },
    wait: {
      type: 'string',
      value: 'SECONDS',
      description: 'How long to wait for a decision before the command ends with exit code 3.',
    },
  },
  async run(input, environment) {
    const tool = requirePositional(input, 0, 'The tool’s name');
    const given = input.words[1] ?? '{}';
    const args = parseJson(given === '-' ? environment.readFile('-') : given, 'The arguments');
    const wait = Number(input.text('wait') ?? 0);
    if (!Number.isFinite(wait) || wait < 0) throw usageError('--wait takes a number of seconds.');
    const opened = await environment.open({ ...input.open, currentFolder: process.cwd() });
    const controller = new AbortController();
    const stop = (): void => controller.abort();
    process.once('SIGINT', stop);
    try {
      const principal = await opened.owner('agent', 'cli');
      const preset = input.text('preset') ?? opened.defaultPreset;
      const workspace = input.isJson ? undefined : await opened.describeWorkspace(preset, tool);
      if (workspace !== undefined) environment.err(workspace);
      let outcome = await opened.runtime.call(
        {
          ...{ tool, args, preset },
          traceId: input.text('trace'),
          callId: input.text('call'),
          confirmToken: input.text('token'),
          conversationId: input.text('conversation'),
          signal: controller.signal,
        },
        principal,
      );
      if (outcome.state === 'pending' && wait > 0) {
        if (!input.isJson) environment.err(outcomeText(outcome));
        outcome = await opened.runtime.calls.outcome(outcome.callId, principal, wait * 1_000);
      }
      environment.out(input.isJson ? JSON.stringify(outcome) : outcomeText(outcome));
      await opened.checkpoint();
      return exitCode(outcome);
    } finally {
      process.removeListener('SIGINT', stop);
      await opened.close();
    }
  },
};
