/** Runs one bash program in a sandbox, in a separate process that can be killed or run as another user: FOLDER CODE MARK [UID]. */
import { chownSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { openSandbox } from '../../../src/connectors/sandbox/open-sandbox.ts';

const [base = '', code = '', mark = '', user] = process.argv.slice(2);
const [workspace, folder] = [join(base, 'work'), join(base, 'own')];
for (const path of [workspace, folder]) mkdirSync(path);
if (user !== undefined) {
  for (const path of [base, workspace, folder]) chownSync(path, Number(user), Number(user));
  process.setgroups?.([]);
  process.setgid?.(Number(user));
  process.setuid?.(Number(user));
}
const MB = 1024 * 1024;
const sandbox = openSandbox({
  workspace,
  folder,
  limits: {
    memoryBytes: 256 * MB,
    processes: 40,
    cpuSeconds: 20,
    writtenBytes: 16 * MB,
    temporaryBytes: 8 * MB,
    outputBytes: 100_000,
    createdFiles: 100_000,
  },
});
await sandbox.ready();
const { signal } = new AbortController();
const result = await sandbox.run({
  command: ['/bin/bash', '/code/main.sh', mark],
  files: { 'main.sh': code },
  timeoutMs: 60_000,
  signal,
});
await sandbox.close();
process.stdout.write(JSON.stringify(result));
