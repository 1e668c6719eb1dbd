/** Asks a registry about a package, from outside the sandbox, and never anybody else in its place. */
import { DeputizeError } from '../../../core/index.ts';
import { PortError } from '../../../ports/port-error.ts';
import type { WebResponse } from '../../../ports/web-client.ts';
import type { InstallCapabilities } from './package-manager.ts';

const TIMEOUT_MS = 20_000;

export async function askRegistry(url: string, accept: string, { web, signal }: InstallCapabilities): Promise<unknown> {
  const { status, body } = await get(url, accept, { web, signal });
  if (status === 404) throw new DeputizeError('NOT_FOUND', `${new URL(url).host} has no such package or version.`);
  if (status !== 200) throw registryError(url, `answered ${status}`);
  try {
    return JSON.parse(body) as unknown;
  } catch (cause) {
    throw registryError(url, 'did not answer as a registry does', cause);
  }
}

/** For what is good to know and not needed: undefined when it cannot be had. */
export async function askIfPossible(url: string, accept: string, powers: InstallCapabilities): Promise<unknown> {
  try {
    return await askRegistry(url, accept, powers);
  } catch (thrown) {
    powers.signal.throwIfAborted();
    if (thrown instanceof DeputizeError || thrown instanceof PortError) return undefined;
    throw thrown;
  }
}

function get(
  url: string,
  accept: string,
  { web, signal }: Pick<InstallCapabilities, 'web' | 'signal'>,
): Promise<WebResponse> {
  const { origin } = new URL(url);
  return web.fetch(
    { method: 'GET', url, headers: { accept } },
    { timeoutMs: TIMEOUT_MS, mayFollow: (_, next) => new URL(next).origin === origin, signal },
  );
}

export function registryError(url: string, what: string, cause?: unknown): DeputizeError {
  return new DeputizeError('EXTERNAL_ERROR', `${new URL(url).host} ${what}.`, { cause });
}
