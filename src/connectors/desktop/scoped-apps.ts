/** Opens only the applications that the configuration names, each under its own name. */
import type { DesktopApp, DesktopApps } from '../../ports/desktop.ts';
import { PortError } from '../../ports/port-error.ts';
import { expectSuccess, notAvailableError, type ProgramRunner } from './run-program.ts';

/** How a system starts an application: the program, and the arguments before those of the caller. */
export interface PlatformLauncher {
  /** Undefined where the system has nothing of this name. */
  resolve(name: string): { readonly target: string; readonly command: readonly [string, ...string[]] } | undefined;
  readonly remedy: string;
}

const EVERYTHING = 'everything';

export function scopedApps(
  allowed: readonly string[],
  launcher: PlatformLauncher,
  programs: ProgramRunner,
): DesktopApps & { find(name: string): DesktopApp } {
  const all = allowed.includes(EVERYTHING);
  const resolve = (name: string) => {
    const found = launcher.resolve(name);
    if (found !== undefined) return found;
    throw notAvailableError(`There is no application "${name}" on this machine.`, launcher.remedy);
  };
  return {
    find(name): DesktopApp {
      if (!all && !allowed.includes(name)) {
        const named = allowed.join(', ') || 'none';
        throw new PortError('OUT_OF_SCOPE', `"${name}" is not one of the applications that may be opened: ${named}.`, {
          app: name.slice(0, 200),
        });
      }
      return { name, target: resolve(name).target };
    },
    async open({ name }, args, signal) {
      const [program, ...before] = resolve(name).command;
      if (before.length === 0) return programs.launch(program, args);
      // The program hands over to another program and exits. Its exit code reports whether that worked.
      expectSuccess(program, await programs.run(program, [...before, ...args], { signal, staysBehind: true }));
      return { pid: null };
    },
  };
}
