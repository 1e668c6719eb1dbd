/** `deputize chat`: talk to an assistant, here in the terminal, and decide what it asks for. */
import type { AssistantService } from '../../../agent/assistant-service.ts';
import type { Turn } from '../../../agent/turn.ts';
import type { Conversation, Principal } from '../../../core/index.ts';
import { ChatSession } from '../chat/chat-session.ts';
import { Terminal } from '../chat/terminal.ts';
import type { CliEnvironment, CliRuntime } from '../environment.ts';
import { usageError, type CliCommand, type ExitCode, type CliInput } from '../flags.ts';
import { terminalText, whereToDecide } from '../print.ts';

export const chat: CliCommand = {
  summary: 'Talk to an assistant, and decide what it asks for',
  usage: `deputize chat [--preset P] [--model M] [--resume [ID]] [--list] [TEXT…]

At a terminal: a conversation. Calls are shown as they happen; what waits for you is shown whole and decided by a key:
approve, edit the arguments in $EDITOR, deny, remember, or later. Ctrl-C stops the turn, twice leaves; /waiting asks again
about what was left, /quit leaves.

With TEXT, or without a terminal (the text is then read from standard input): one turn, and its answer. What waits is printed
with its link, and the exit code is 3.

--resume goes on with the last conversation or the one of this ID; --list shows them.
--json prints each event as a line and the turn as the last one.`,
  options: {
    preset: {
      type: 'string',
      value: 'P',
      description: 'The preset whose tools are meant. Default: the first preset of the configuration.',
    },
    model: {
      type: 'string',
      value: 'M',
      description: 'The model to ask, by its name in the configuration. Default: the default model.',
    },
    resume: { type: 'boolean', description: 'Continues the last conversation, or the one whose id follows.' },
    list: { type: 'boolean', description: 'Lists the conversations.' },
  },
  async run(input, environment) {
    const opened = await environment.open({ ...input.open, currentFolder: process.cwd() });
    try {
      const person = await opened.owner('person', 'cli');
      if (input.has('list')) return await list(input, opened, person, environment);
      const { resumed, words } = await resume(input, opened, person);
      const isAtTerminal = process.stdin.isTTY && process.stdout.isTTY;
      const code =
        words === '' && isAtTerminal && !input.isJson
          ? await converse(input, opened, person, resumed)
          : await once(input, opened, person, environment, resumed, words);
      await opened.checkpoint();
      return code;
    } finally {
      await opened.close();
    }
  },
};

async function list(
  input: CliInput,
  { runtime }: CliRuntime,
  person: Principal,
  { out }: CliEnvironment,
): Promise<ExitCode> {
  const conversations = await runtime.conversations.list(person);
  if (input.isJson) out(JSON.stringify({ conversations }));
  else if (conversations.length === 0) out('There are no conversations yet.');
  else
    for (const { id, updatedAt, preset, title } of conversations)
      out(`${id}  ${updatedAt}  ${preset}  ${terminalText(title)}`);
  return 0;
}

/** The first word is the conversation's id when it looks like one. */
async function resume(
  input: CliInput,
  { runtime }: CliRuntime,
  person: Principal,
): Promise<{ resumed: Conversation | undefined; words: string }> {
  if (!input.has('resume')) return { resumed: undefined, words: input.words.join(' ') };
  if (input.text('preset') !== undefined || input.text('model') !== undefined)
    throw usageError('A conversation is resumed with the assistant it was begun with: leave --preset and --model out.');
  const [first = '', ...rest] = input.words;
  const isNamed = /^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(first);
  if (isNamed) return { resumed: await runtime.conversations.find(first, person), words: rest.join(' ') };
  const [last] = await runtime.conversations.list(person, { limit: 1 });
  if (!last) throw usageError('There is no conversation to resume.');
  return { resumed: last, words: input.words.join(' ') };
}

async function converse(
  input: CliInput,
  opened: CliRuntime,
  person: Principal,
  resumed: Conversation | undefined,
): Promise<ExitCode> {
  const { runtime } = opened;
  const assistants = await opened.assistants();
  const assistant = await chosen(input, opened, assistants, resumed);
  const terminal = new Terminal(process.stdin, process.stdout);
  const session = new ChatSession({ runtime, assistants, assistant, person, terminal });
  terminal.line(`${assistant.id}, by ${terminalText(assistant.model)}. Ctrl-D leaves.`);
  if (resumed) await session.resume(resumed);
  await session.talk();
  return 0;
}

async function once(
  input: CliInput,
  opened: CliRuntime,
  person: Principal,
  environment: CliEnvironment,
  resumed: Conversation | undefined,
  words: string,
): Promise<ExitCode> {
  const text = words === '' ? environment.readFile('-').trim() : words;
  if (text === '') throw usageError('There is nothing to say: give a text, or write it to standard input.');
  const assistants = await opened.assistants();
  const { id } = resumed ?? (await assistants.begin(person, await chosen(input, opened, assistants, resumed), text));
  const controller = new AbortController();
  const stop = (): void => controller.abort();
  process.once('SIGINT', stop);
  try {
    const turn = await assistants.send(person, id, text, {
      signal: controller.signal,
      on: (event) => {
        if (input.isJson) environment.out(JSON.stringify(event));
      },
    });
    if (input.isJson) environment.out(JSON.stringify({ ...turn, conversationId: id }));
    else print(turn, environment);
    return turn.waiting.length > 0 ? 3 : turn.state === 'failed' ? 1 : 0;
  } finally {
    process.off('SIGINT', stop);
  }
}

function print({ text, reports, waiting, problem }: Turn, { out, err }: CliEnvironment): void {
  if (text !== '') out(terminalText(text));
  for (const report of reports) out(`* ${terminalText(report)}`);
  for (const { tool, approval } of waiting) {
    out(`Waiting for you: ${terminalText(tool)}, until ${approval.expiresAt}`);
    out(`  look at it:  deputize approvals show ${approval.id}`);
    out(`  decide:      deputize approvals approve ${approval.id}   or   deny ${approval.id}`);
    out(`  or:          ${whereToDecide(approval)}`);
  }
  if (problem) err(`deputize: ${terminalText(problem.message)}`);
}

async function chosen(
  input: CliInput,
  { defaultPreset }: CliRuntime,
  assistants: AssistantService,
  resumed: Conversation | undefined,
) {
  const model = resumed?.model ?? input.text('model');
  const preset = resumed?.preset ?? input.text('preset');
  if (model === undefined) return assistants.find(preset);
  return assistants.find(`${preset ?? defaultPreset}:${model}`);
}
