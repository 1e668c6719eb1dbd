/** Which hosts a list of patterns means: `example.com`, `*.example.com` (what is below it), `example.com:8080`, or `*`. */
const USUAL_PORTS = [80, 443];

export interface NetworkDestination {
  readonly host: string;
  readonly port: number;
}

export function isAllowed(patterns: readonly string[], { host, port }: NetworkDestination): boolean {
  return patterns.some((pattern) => {
    const [name = '', ownPort] = pattern.split(':');
    const ports = ownPort === undefined ? USUAL_PORTS : [Number(ownPort)];
    if (!ports.includes(port)) return false;
    if (name === '*') return true;
    return name.startsWith('*.') ? host.endsWith(name.slice(1)) : host === name;
  });
}

/** The host in its one spelling: small letters, no dot at the end, numbers of every base as an address. */
export function parseDestination(address: string, scheme: 'http:' | 'https:'): NetworkDestination | undefined {
  if (!URL.canParse(address)) return undefined;
  const { protocol, hostname, port, username, password } = new URL(address);
  if (protocol !== scheme || username !== '' || password !== '') return undefined;
  const host = hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
  const usual = scheme === 'https:' ? 443 : 80;
  return host === '' ? undefined : { host, port: port === '' ? usual : Number(port) };
}
