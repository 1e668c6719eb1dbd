/** `deputize mcp`: the tools of a preset for an MCP client that starts us. */
import type { CliCommand } from '../flags.ts';

export const mcp: CliCommand = {
  summary: 'Speak MCP on standard input and output',
  usage: 'deputize mcp [--preset P]',
  options: {
    preset: {
      type: 'string',
      value: 'P',
      description: 'The preset whose tools are meant. Default: the first preset of the configuration.',
    },
  },
  async run(input, environment) {
    await environment.mcp({ ...input.open, preset: input.text('preset') });
    return 0;
  },
};
