/** Our side of the HTTP benchmark: the governed server with its echo tool, a process of its own. */
import { startHttp } from '../../test/e2e/mcp/http-server.ts';
import { echo, testPreset } from '../../test/e2e/mcp/test-tools.ts';
import { answerParent } from './server-process.ts';

const server = await startHttp(testPreset('test', [echo]), 'node');
answerParent(server.url.href, () => server.close());
