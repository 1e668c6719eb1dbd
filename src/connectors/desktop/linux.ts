/** The desktop of Linux, under X11 and Wayland. */
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

import type { PlatformLauncher } from './scoped-apps.ts';
import type { DesktopPlatform } from './platform.ts';
import { linuxClipboard } from './linux-clipboard.ts';
import { linuxNotifications } from './linux-notifications.ts';
import type { ProgramRunner } from './run-program.ts';

export function linux(programs: ProgramRunner, env: NodeJS.ProcessEnv): DesktopPlatform {
  return {
    clipboard: linuxClipboard(programs, env),
    notifications: linuxNotifications(programs, env),
    launcher: linuxLauncher(programs, env),
  };
}

/** A program by its path or name, or a desktop entry such as org.gnome.gedit, which gtk-launch knows how to start. */
function linuxLauncher(programs: ProgramRunner, env: NodeJS.ProcessEnv): PlatformLauncher {
  return {
    remedy: 'install it, or correct desktop.scopes.apps in deputize.yaml',
    resolve(name) {
      const program = programs.find(name);
      if (program !== undefined) return { target: program, command: [program] };
      const entry = entryFile(name, env);
      const gtkLaunch = programs.find('gtk-launch');
      return entry && gtkLaunch ? { target: entry, command: [gtkLaunch, '--', name] } : undefined;
    },
  };
}

function entryFile(name: string, env: NodeJS.ProcessEnv): string | undefined {
  if (!/^[A-Za-z0-9._-]+$/.test(name)) return undefined;
  const own = env['XDG_DATA_HOME'] ?? join(homedir(), '.local', 'share');
  const folders = [own, ...(env['XDG_DATA_DIRS'] ?? '/usr/local/share:/usr/share').split(':')];
  return folders
    .map((folder) => join(folder, 'applications', `${name.replace(/\.desktop$/, '')}.desktop`))
    .find((file) => existsSync(file));
}
