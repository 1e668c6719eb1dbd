/** The desktop of the system that this runs on. */
import { PortError } from '../../ports/port-error.ts';
import { linux } from './linux.ts';
import { macos } from './macos.ts';
import type { DesktopPlatform } from './platform.ts';
import { systemPrograms, type ProgramRunner } from './run-program.ts';
import { windows } from './windows.ts';

export interface LocalDesktop extends DesktopPlatform {
  readonly programs: ProgramRunner;
}

export function openDesktop(env: NodeJS.ProcessEnv = process.env): LocalDesktop {
  const programs = systemPrograms(env);
  return { programs, ...platform(programs, env) };
}

function platform(programs: ProgramRunner, env: NodeJS.ProcessEnv): DesktopPlatform {
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
