/** A governed MCP server on stdio, as a program: `node stdio-server.ts DATA_FOLDER`. */
import type { Runtime } from '../../../src/core/index.ts';
import { Registry } from '../../../src/core/registry.ts';
import { serveStdio } from '../../../src/doors/mcp/stdio.ts';
import { testPreset } from './test-tools.ts';

const presets = [testPreset('test')];
let runtime: Runtime | undefined;

await serveStdio({
  registry: new Registry(presets),
  preset: 'test',
  input: process.stdin,
  output: process.stdout,
  async open() {
    const { openRuntime } = await import('../../../src/app/assemble/open-runtime.ts');
    const opened = await openRuntime({
      origin: () => 'http://127.0.0.1:7377',
      data: process.argv[2] ?? '',
      presets,
    });
    runtime = opened;
    return { runtime: opened, principal: () => opened.directory.principal('owner', 'agent', 'local') };
  },
});
await runtime?.close();
