/** How git reaches a remote: with the operator's own credentials, without prompts, hooks and other protocols. */
import type { ProcessResult } from './process.ts';

/** Settings for a repository of ours. */
export const QUIET = [
  '-c',
  'gc.auto=0',
  '-c',
  'maintenance.auto=false',
  '-c',
  'core.hooksPath=/dev/null',
  '-c',
  'core.fsmonitor=false',
];

/** What a person's own git needs to reach a remote, and nothing that is meant for some other repository. */
export function remoteEnvironment(protocol: string): Record<string, string> {
  const passed = [
    'HOME',
    'USER',
    'LOGNAME',
    'PATH',
    'LANG',
    'XDG_CONFIG_HOME',
    'XDG_RUNTIME_DIR',
    'SSH_AUTH_SOCK',
    'DBUS_SESSION_BUS_ADDRESS',
  ];
  const own = passed.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]));
  return {
    ...(Object.fromEntries(own) as Record<string, string>),
    GIT_ALLOW_PROTOCOL: protocol,
    GIT_TERMINAL_PROMPT: '0',
    GIT_ASKPASS: 'false',
    SSH_ASKPASS: 'false',
  };
}

/** The last line of the errors, without credentials. */
export const lastLine = ({ err, status }: ProcessResult): string =>
  err
    .trim()
    .split('\n')
    .at(-1)
    ?.replace(/^(?:fatal|error): /, '')
    .replaceAll(/:\/\/[^\s/@]*@/g, '://') || `status ${status}`;
