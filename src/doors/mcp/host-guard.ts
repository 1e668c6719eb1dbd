/** Refuses requests that a web page of another origin makes by pointing its own name at this machine (DNS rebinding). */
export interface HostOptions {
  /** Names this server is reached by: `example.org` with any port, `example.org:8443` with just that one. */
  readonly allowedHosts?: readonly string[] | undefined;
  /** Origins of pages that may talk to it: a name as above, or a whole `https://example.org`. */
  readonly allowedOrigins?: readonly string[] | undefined;
}

export const LOOPBACK: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/** What is wrong with a request's Host or Origin, or undefined. */
type HostGuard = (host: string | undefined, origin: string | undefined) => string | undefined;

export function createHostGuard({ allowedHosts = LOOPBACK, allowedOrigins = LOOPBACK }: HostOptions): HostGuard {
  const hosts = new Set(allowedHosts.map((name) => name.toLowerCase()));
  const origins = new Set(allowedOrigins.map((name) => name.toLowerCase()));
  return (host, origin) => {
    if (host === undefined || !isAllowedHost(hosts, host.toLowerCase())) return 'This Host is not served here.';
    if (origin === undefined || isAllowedOrigin(origins, origin.toLowerCase())) return undefined;
    return 'Pages of this Origin may not talk to this server.';
  };
}

function isAllowedHost(allowed: ReadonlySet<string>, host: string): boolean {
  return allowed.has(host) || allowed.has(host.replace(/:\d+$/, ''));
}

function isAllowedOrigin(allowed: ReadonlySet<string>, origin: string): boolean {
  if (allowed.has(origin)) return true;
  const [, host] = /^https?:\/\/([^/]+)$/.exec(origin) ?? [];
  return host !== undefined && isAllowedHost(allowed, host);
}
