/** Where the service listens, on each system. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { createAutomationNote } from './socket-path.ts';

test('D5: it is a randomly named pipe on Windows, and a socket in the owner’s folder elsewhere', () => {
  const data = mkdtempSync(join(tmpdir(), 'place-'));
  try {
    const pipes = [createAutomationNote(data, 'win32'), createAutomationNote(data, 'win32')].map(
      ({ socket }) => socket,
    );
    for (const pipe of pipes) expect(pipe).toMatch(/^\\\\\.\\pipe\\deputize-[0-9a-f]{32}$/);
    expect(pipes[0]).not.toBe(pipes[1]);
    expect(createAutomationNote(data, 'linux').socket).toMatch(new RegExp(`^${data}/automation/[0-9a-f]{12}\\.sock$`));
    const deep = join(data, 'x'.repeat(100));
    expect(Buffer.byteLength(createAutomationNote(deep, 'linux').socket)).toBeLessThanOrEqual(100);
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
});
