/** Why nothing can be confined here, and what would mend it. */
import { existsSync, readFileSync } from 'node:fs';

import { PortError } from '../../ports/port-error.ts';

/** The switches of a machine that can forbid a sandbox. */
export interface KernelSwitches {
  /** kernel.unprivileged_userns_clone, which Debian once had. */
  readonly usernsClone: string | undefined;
  /** user.max_user_namespaces. */
  readonly maxUserNamespaces: string | undefined;
  /** kernel.apparmor_restrict_unprivileged_userns, which Ubuntu has. */
  readonly appArmor: string | undefined;
  readonly isContainer: boolean;
}

const IN_CONTAINER =
  'In a container, start it with --security-opt seccomp=unconfined --security-opt apparmor=unconfined --security-opt systempaths=unconfined (Docker, Podman), or give it a runtime class that allows user namespaces.';

export const missingBubblewrapError = (): PortError =>
  sandboxUnavailableError(
    'bubblewrap is not installed',
    'apt-get install bubblewrap (or dnf, pacman, apk add bubblewrap)',
  );

export function sandboxError(complaint: string, signal: NodeJS.Signals | null, cause?: unknown): PortError {
  const code: unknown = cause instanceof Error ? Reflect.get(cause, 'code') : undefined;
  if (code === 'ENOENT') return missingBubblewrapError();
  if (signal !== null) {
    return new PortError('EXECUTION_ERROR', `The sandbox was ended from outside (${signal}).`, { signal }, cause);
  }
  const [reason, remedy] = findRemedy(complaint, switches());
  return sandboxUnavailableError(reason, remedy, complaint || String(code ?? ''), cause);
}

/** Bubblewrap's own words are only good for telling at which step it failed. */
export function findRemedy(complaint: string, machine: KernelSwitches): [reason: string, remedy: string] {
  if (/find source path/i.test(complaint)) {
    return ['a folder that it needs is gone', 'make the workspace again, or name another with --workspace'];
  }
  const isAboutNamespaces = /namespace|uid map|gid map|user\.max|clone/i.test(complaint);
  if (isAboutNamespaces && (machine.maxUserNamespaces === '0' || complaint.includes('ENOSPC'))) {
    return ['no more user namespaces are allowed', 'sysctl -w user.max_user_namespaces=15000'];
  }
  if (isAboutNamespaces && machine.usernsClone === '0') {
    return ['user namespaces are only for root', 'sysctl -w kernel.unprivileged_userns_clone=1'];
  }
  if ((isAboutNamespaces || /loopback|RTM_NEW/i.test(complaint)) && machine.appArmor === '1') {
    return [
      'AppArmor keeps user namespaces from programs without a profile',
      'give /usr/bin/bwrap an AppArmor profile with "userns," (package apparmor-profiles: bwrap-userns-restrict), or: sysctl -w kernel.apparmor_restrict_unprivileged_userns=0',
    ];
  }
  if (machine.isContainer) return ['this container does not allow separate namespaces', IN_CONTAINER];
  if (/mount proc/i.test(complaint)) return ['no separate /proc can be mounted', IN_CONTAINER];
  if (/unknown option/i.test(complaint)) {
    return ['bubblewrap is too old', 'install bubblewrap 0.8 or later'];
  }
  return ['bubblewrap could not start', 'run: bwrap --unshare-user --unshare-pid --ro-bind / / true'];
}

function switches(): KernelSwitches {
  return {
    usernsClone: setting('kernel/unprivileged_userns_clone'),
    maxUserNamespaces: setting('user/max_user_namespaces'),
    appArmor: setting('kernel/apparmor_restrict_unprivileged_userns'),
    isContainer: ['/.dockerenv', '/run/.containerenv'].some((path) => existsSync(path)),
  };
}

function setting(name: string): string | undefined {
  try {
    return readFileSync(`/proc/sys/${name}`, 'utf8').trim();
  } catch {
    return undefined;
  }
}

export function sandboxUnavailableError(reason: string, remedy: string, complaint = '', cause?: unknown): PortError {
  const said = complaint.trim().slice(0, 300);
  const message = `Code cannot be confined on this machine, so none is run: ${reason}${said ? ` (${said})` : ''}. ${remedy}`;
  return new PortError('NOT_AVAILABLE', message, { reason, remedy }, cause);
}
