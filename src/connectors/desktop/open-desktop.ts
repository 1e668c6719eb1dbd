/** The desktop of the system that this runs on. */
import { PortError } from '../../ports/port-error.ts';
import { linux } from './linux.ts';
import { macos } from './macos.ts';
import type { Platform } from './platform.ts';
import { systemPrograms, type Programs } from './run-program.ts';
import { windows } from './windows.ts';

export interface Desktop extends Platform {
  readonly programs: Programs;
}

export function openDesktop(env: NodeJS.ProcessEnv = process.env): Desktop {
  const programs = systemPrograms(env);
  return { programs, ...platform(programs, env) };
}

function platform(programs: Programs, env: NodeJS.ProcessEnv): Platform {
  switch (process.platform) {
    case 'linux':
      return linux(programs, env);
    case 'darwin':
      return macos(programs);
    case 'win32':
      return windows(programs);
    default:
      throw new PortError('NOT_AVAILABLE', `The desktop tools do not know ${process.platform}.`);
  }
}
