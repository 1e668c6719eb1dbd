/** A governed MCP server on stdio, as a program: `node stdio-server.ts DATA_FOLDER`. */
import { openRuntime } from '../../../src/app/open.ts';
import { OWNER } from '../../../src/core/index.ts';
import { serveStdio } from '../../../src/doors/mcp/stdio.ts';
import { testPreset } from './test-tools.ts';

const runtime = await openRuntime({ data: process.argv[2] ?? '', presets: [testPreset('test')] });
const principal = await runtime.directory.principal(OWNER, 'agent', 'local');
await serveStdio({ runtime, principal, preset: 'test', input: process.stdin, output: process.stdout });
await runtime.close();
