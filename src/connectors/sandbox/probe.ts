/** Runs something harmless in the sandbox once, and looks whether it is confined as it should be. */
import type { CommandSandbox, SandboxLimits } from '../../ports/command-sandbox.ts';
import { sandboxUnavailableError } from './sandbox-error.ts';

const PROBE_MS = 20_000;

export async function probe(sandbox: Pick<CommandSandbox, 'run'>, limits: SandboxLimits): Promise<void> {
  const { stdout, stderr, exitCode } = await sandbox.run({
    command: ['/bin/sh', '-c', 'cat /proc/self/limits /proc/self/status && ls -l /proc/self/fd'],
    timeoutMs: PROBE_MS,
    signal: new AbortController().signal,
  });
  if (exitCode !== 0) throw sandboxUnavailableError('a first trial failed', 'The complaint says why.', stderr);
  const faults = [
    ...(holds(stdout, 'Max data size', limits.memoryBytes) ? [] : ['memory']),
    ...(holds(stdout, 'Max file size', limits.writtenBytes) ? [] : ['file size']),
    ...(holds(stdout, 'Max cpu time', limits.cpuSeconds) ? [] : ['processor time']),
    ...(/^CapEff:\s+0+$/m.test(stdout) && /^CapBnd:\s+0+$/m.test(stdout) ? [] : ['capabilities']),
    ...(/^NoNewPrivs:\s+1$/m.test(stdout) ? [] : ['privileges']),
    ...(/^Seccomp:\s+2$/m.test(stdout) ? [] : ['system calls']),
    ...(openDescriptors(stdout).length === 0 ? [] : ['open files']),
  ];
  if (faults.length === 0) return;
  throw sandboxUnavailableError(
    `these limits do not hold: ${faults.join(', ')}`,
    'Use a kernel that has seccomp and resource limits.',
  );
}

function holds(report: string, name: string, most: number): boolean {
  const [, soft = '', hard = ''] = new RegExp(`^${name} +(\\S+) +(\\S+)`, 'm').exec(report) ?? [];
  return Number(soft) <= most && Number(hard) <= most;
}

/** Beside the usual three there is the one that `ls` reads by, and what was made to lead nowhere. */
function openDescriptors(report: string): string[] {
  return [...report.matchAll(/ (\d+) -> (.+)$/gm)].flatMap(([, descriptor = '', target = '']) =>
    Number(descriptor) <= 2 || target === '/dev/null' || /^\/proc\/\d+\/fd$/.test(target) ? [] : [target],
  );
}
