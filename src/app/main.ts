/** The program: gives the command line what it needs, loading only what a command uses. */
import { readFileSync } from 'node:fs';

import { runCli } from '../doors/cli/cli.ts';
import type { CliEnvironment, Opened, OpenFlags } from '../doors/cli/environment.ts';

const environment: CliEnvironment = {
  version: (JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string })
    .version,
  out: (line) => void process.stdout.write(`${line}\n`),
  err: (line) => void process.stderr.write(`${line}\n`),
  readFile: (path) => readFileSync(path === '-' ? 0 : path, 'utf8'),
  open,
  async serve(flags) {
    const { serve } = await import('./serve.ts');
    const server = await serve(flags);
    const stopped = new Promise<void>((resolve) => {
      for (const signal of ['SIGINT', 'SIGTERM'] as const)
        process.once(signal, () => void server.close().then(resolve));
    });
    return { ...server, stopped };
  },
  async mcp({ preset, ...flags }) {
    const { serveMcp } = await import('./serve-mcp.ts');
    await serveMcp(flags, preset);
  },
  async doctor(flags) {
    const { examine } = await import('./doctor.ts');
    return examine(flags);
  },
  async authoring() {
    const { authoring } = await import('./authoring.ts');
    return authoring;
  },
};

async function open(flags: OpenFlags): Promise<Opened> {
  const { assemble } = await import('./assemble.ts');
  const { keepCheckpoint, keptCheckpoints } = await import('./checkpoints.ts');
  const { runningServer } = await import('./server-file.ts');
  const assembly = await assemble(flags);
  const { runtime, defaultPreset, data, owner, close } = assembly;
  return {
    ...{ runtime, defaultPreset, data, owner, close },
    checkpoint: () => keepCheckpoint(assembly),
    keptCheckpoints: () => keptCheckpoints(data),
    serverUrl: () => runningServer(data)?.url,
  };
}

process.exitCode = await runCli(process.argv.slice(2), environment);
