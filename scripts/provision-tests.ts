/** Installs what the tests need beyond npm and builds the console, before the first of them runs. */
import { rmSync } from 'node:fs';

import { packedFolder } from '../test/journeys/support/packed-product.ts';
import { ensureConsole } from '../src/app/server/console.ts';
import { provision } from './provision.ts';

export default async function setup(): Promise<() => void> {
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
  return () => rmSync(packedFolder(process.pid), { recursive: true, force: true });
}
