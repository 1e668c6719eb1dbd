/** `deputize mcp-servers`: the mounted servers, what they changed, and your word that it may be so. */
import { showHidden } from '../../../core/index.ts';
import type { MountedServerView } from '../../../core/mounted/view.ts';
import { usageError, requirePositional, type CliCommand } from '../flags.ts';

export const mcpServers: CliCommand = {
  summary: 'See mounted MCP servers, and accept what they changed',
  usage: `deputize mcp-servers list | show NAME | accept NAME [TOOL] [--review CODE]

A tool that is not what was accepted is not offered until you accept it. show prints the change and a review code; accept with
--review accepts exactly what was shown, and fails when it has changed since.`,
  options: {
    review: {
      type: 'string',
      value: 'CODE',
      description: 'accept: the review code that show printed. Accepts exactly what was shown.',
    },
  },
  async run(input, environment) {
    const verb = input.words[0] ?? 'list';
    const opened = await environment.open(input.open);
    const { mounted } = opened.runtime;
    const print = (view: MountedServerView, text: string): void =>
      environment.out(input.isJson ? JSON.stringify(view) : text);
    try {
      const person = await opened.owner('person', 'cli');
      switch (verb) {
        case 'list': {
          const servers = await mounted.list(person);
          if (input.isJson) environment.out(JSON.stringify({ servers }));
          else if (servers.length === 0) environment.out('No MCP servers are mounted.');
          else for (const server of servers) environment.out(formatServerLine(server));
          return 0;
        }
        case 'show': {
          const view = await mounted.show(requirePositional(input, 1, 'The server’s name'), person);
          print(view, formatServerDetails(view));
          return 0;
        }
        case 'accept': {
          const [, server = requirePositional(input, 1, 'The server’s name'), tool] = input.words;
          const local = tool?.startsWith(`${server}.`) ? tool.slice(server.length + 1) : tool;
          const view = await mounted.accept({ server, tool: local, review: input.text('review') }, person);
          print(view, `Accepted.\n${formatServerDetails(view)}`);
          await opened.checkpoint();
          return 0;
        }
        default:
          throw usageError(`mcp-servers does not know "${verb}".`);
      }
    } finally {
      await opened.close();
    }
  },
};

function formatServerLine({ name, state, tools, error, target }: MountedServerView): string {
  const count = (wanted: string): number => tools.filter((tool) => tool.state === wanted).length;
  const waiting = count('quarantined');
  const more = [...(waiting > 0 ? [`${waiting} quarantined`] : []), ...(error === null ? [] : [error])].join('; ');
  return `${name.padEnd(16)} ${state.padEnd(8)} ${String(count('offered')).padStart(3)} tools  ${showHidden(target)}${more ? `  (${more})` : ''}`;
}

function formatServerDetails(view: MountedServerView): string {
  const { name, target, state, pid, restarts, error, complaints, retryAt, presets, tools, warnings, review } = view;
  const facts: readonly (readonly [string, string | null])[] = [
    ['reached', showHidden(target)],
    [
      'state',
      `${state}${pid === null ? '' : `, process ${pid}`}${restarts === 0 ? '' : `, started again ${restarts} times`}`,
    ],
    ['error', error],
    ['it said', complaints?.replaceAll('\n', '\n             ') ?? null],
    ['next try', retryAt],
    ['presets', presets?.join(', ') ?? 'all'],
  ];
  return [
    name,
    ...facts.flatMap(([label, text]) => (text === null ? [] : [`  ${label.padEnd(9)}  ${text}`])),
    ...tools.map((tool) => `  ${tool.state.padEnd(11)}  ${tool.name}`),
    ...warnings.map((warning) => `  note: ${warning}`),
    ...tools.flatMap((tool) =>
      tool.diff === null ? [] : ['', `${tool.name} waits to be accepted:`, tool.diff.trimEnd()],
    ),
    ...(review === null ? [] : ['', `accept it:  deputize mcp-servers accept ${name} --review ${review}`]),
  ].join('\n');
}
