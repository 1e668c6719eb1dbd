/** MCP on standard input and output, for a client that starts us. The tools are listed before anything heavy is loaded. */
import { resolve } from 'node:path';

import { Registry } from '../core/registry.ts';
import type { OpenFlags } from '../doors/cli/environment.ts';
import { serveStdio } from '../doors/mcp/stdio.ts';
import type { Assembly } from './assemble.ts';
import { defaultDataFolder, loadConfig } from './config.ts';
import { hidesNothing } from './hides-nothing.ts';
import { logToStderr } from './log.ts';
import { choosePresets } from './presets.ts';

export async function serveMcp(flags: OpenFlags, preset: string | undefined): Promise<void> {
  const data = resolve(flags.data ?? defaultDataFolder());
  const { config } = await loadConfig(data, flags.config);
  const presets = choosePresets(config.presets);
  const registry = new Registry(presets);
  const chosen = preset ?? presets[0]?.name ?? '';
  registry.preset(chosen);
  let assembly: Assembly | undefined;
  await serveStdio({
    registry,
    preset: chosen,
    hidesNothing: (name) => hidesNothing(registry.tools(name), config, data),
    open: async () => {
      const { assemble } = await import('./assemble.ts');
      assembly = await assemble(flags);
      return { runtime: assembly.runtime, principal: await assembly.owner('agent', 'mcp') };
    },
    input: process.stdin,
    output: process.stdout,
    log: logToStderr,
  });
  if (!assembly) return;
  const { keepCheckpoint } = await import('./checkpoints.ts');
  await keepCheckpoint(assembly);
  await assembly.close();
}
