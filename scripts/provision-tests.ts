/** Installs what the tests need beyond npm and builds the console, before the first of them runs. */
import { rmSync } from 'node:fs';
import type { TestProject } from 'vitest/node';

import { clusterFolder } from '../test/contracts/database/postgres-server.ts';
import { packedFolder } from '../test/support/processes/packed.ts';
import { ensureConsole } from '../src/app/server/console.ts';
import { ensureProgram } from './build-program.ts';
import { makeMemoryFolder } from './memory-folder.ts';
import { provision } from './provision.ts';

export default async function setup({ config }: TestProject): Promise<() => void> {
  await provision([
    ...([
      'postgresql',
      'openssl',
      'bubblewrap',
      'python3',
      'ripgrep',
      'git',
      'radicale',
      'xandikos',
      'dovecot',
    ] as const),
    ...(['xclip', 'xsel', 'wl-clipboard', 'xvfb', 'sway', 'dbus', 'dunst', 'notify-send', 'gtk-launch'] as const),
    ...([
      'gcc',
      'make',
      'nodejs',
      'npm',
      'pytest',
      'black',
      'rustfmt',
      'venv',
      'espeak-ng',
      'chromium',
      'tesseract',
    ] as const),
  ]);
  await ensureConsole(console.log);
  const build = await ensureProgram();
  // The workers are started later, with the environment of this process.
  if (!config.watch) process.env['DEPUTIZE_TESTED_BUILD'] = build;
  const memory = makeMemoryFolder();
  if (memory !== undefined) process.env['TMPDIR'] = memory;
  return () => {
    for (const folder of [packedFolder(process.pid), clusterFolder(process.pid), memory])
      if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  };
}
