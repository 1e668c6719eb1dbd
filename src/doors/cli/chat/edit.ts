/** Lets the person edit JSON in their own editor. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { DeputizeError } from '../../../core/index.ts';

/** Returns the text that the person saved. Other users cannot read the temporary file, and it is deleted afterwards. */
export async function editText(text: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'deputize-edit-'));
  const file = join(folder, 'arguments.json');
  try {
    writeFileSync(file, text, { mode: 0o600 });
    await runEditor(file);
    return readFileSync(file, 'utf8');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function runEditor(file: string): Promise<void> {
  const editor = process.env['VISUAL'] || process.env['EDITOR'] || (process.platform === 'win32' ? 'notepad' : 'vi');
  // The setting may be a command line such as "code --wait". The file name must never be parsed as a command.
  const [command, args] =
    process.platform === 'win32'
      ? ['cmd', ['/d', '/s', '/c', `${editor} "${file}"`]]
      : ['sh', ['-c', `${editor} "$1"`, 'sh', file]];
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: 'inherit' });
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve();
      else reject(new DeputizeError('EXECUTION_ERROR', `The editor "${editor}" ended with ${code}.`));
    });
  });
}
