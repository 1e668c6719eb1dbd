/** `deputize call`: one governed call, with or without a running server. */
import type { CliCommand } from '../flags.ts';
import { parseJson, usageError, word } from '../flags.ts';
import { exitCode, outcomeText } from '../print.ts';

export const call: CliCommand = {
  summary: 'Call a tool',
  usage: `deputize call TOOL ['JSON'|-] [--preset P] [--trace ID] [--call ID] [--token CONFIRM_TOKEN] [--conversation ID] [--wait SECONDS]

Calls TOOL with the arguments given as JSON, or read from standard input with "-". With --wait, waits that long for a person.`,
  options: {
    preset: { type: 'string' },
    trace: { type: 'string' },
    call: { type: 'string' },
    token: { type: 'string' },
    conversation: { type: 'string' },
    wait: { type: 'string' },
  },
  async run(input, environment) {
    const tool = word(input, 0, 'The tool’s name');
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
