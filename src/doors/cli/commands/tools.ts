/** `deputize tools`: what an assistant can do. */
import type { Tool } from '../../../core/index.ts';
import { providerNames, toProvider } from '../../../core/schema/providers.ts';
import { usageError, requirePositional, type CliCommand } from '../flags.ts';
import { authoringVerbs } from './tools-authoring.ts';

export const tools: CliCommand = {
  summary: 'List and explain tools, and write your own',
  usage: `deputize tools list [--preset P] [--format FORMAT] | show NAME [--preset P]
deputize tools new NAME [--typescript] | build [--watch] [--fresh] | test [NAME]   in ./tools, or the folder of --tools

new makes the folder of a tool, build checks every folder and writes tool_registry.json, test tries the examples and
runs the tests beside each tool. With --watch it builds again after every change, with --fresh from nothing.
--format prints the tools as a provider's API takes them: ${providerNames.join(', ')}.`,
  options: {
    preset: {
      type: 'string',
      value: 'P',
      description: 'The preset whose tools are meant. Default: the first preset of the configuration.',
    },
    format: { type: 'string', value: 'FORMAT', description: 'list: prints the tools in the form of a provider’s API.' },
    watch: { type: 'boolean', description: 'build: builds again after every change.' },
    fresh: { type: 'boolean', description: 'build: builds every tool again, also unchanged ones.' },
    typescript: { type: 'boolean', description: 'new: writes the handler in TypeScript.' },
  },
  async run(input, environment) {
    const verb = input.words[0] ?? 'list';
    const authoring = authoringVerbs.get(verb);
    if (authoring) return authoring(input, environment);
    const opened = await environment.open(input.open);
    const { registry, catalogue } = opened.runtime;
    try {
      await opened.runtime.mounted.meet();
      const preset = input.text('preset') ?? opened.defaultPreset;
      switch (verb) {
        case 'list': {
          const all = await catalogue.tools({ principal: await opened.owner('agent', 'cli'), preset });
          const format = input.text('format');
          if (format !== undefined) {
            environment.out(JSON.stringify(toProvider(format, all), null, input.isJson ? 0 : 2));
            return 0;
          }
          if (input.isJson) environment.out(JSON.stringify({ preset, tools: all.map(describe) }));
          else
            for (const { name, risk, description } of all)
              environment.out(`${name.padEnd(18)} ${risk.padEnd(8)} ${description}`);
          return 0;
        }
        case 'show': {
          const tool = registry.requireTool(preset, requirePositional(input, 1, 'The tool’s name'));
          environment.out(
            input.isJson
              ? JSON.stringify({ ...describe(tool), documentation: tool.documentation })
              : `${tool.documentation}\n\n${JSON.stringify(describe(tool), null, 2)}`,
          );
          return 0;
        }
        default:
          throw usageError(`tools does not know "${verb}".`);
      }
    } finally {
      await opened.close();
    }
  },
};

function describe(tool: Tool) {
  const { name, title, version, description, category, sideEffects, idempotent, risk, confirmation, scopes, modes } =
    tool;
  const { latencyBudgetMs, timeoutMs, permissions, labels, grants } = tool;
  return {
    ...{ name, title, version, description, category, sideEffects, idempotent, risk, confirmation, scopes, modes },
    ...{ latencyBudgetMs, timeoutMs, permissions, labels, grants, canUndo: tool.undo !== undefined },
    inputSchema: tool.input.json,
    outputSchema: tool.output.json,
  };
}
