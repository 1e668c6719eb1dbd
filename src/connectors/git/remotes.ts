/** Which addresses may be pushed to: those that the operator listed, letter by letter. */
import { PortError } from '../../ports/port-error.ts';

const SCP = /^(?:[A-Za-z0-9_.-]+@)?([A-Za-z0-9.-]+):(?!\/\/|:)([^\s:]+)$/;

/** The protocol and host of an address, or why it is never pushed to. */
export function parseRemote(url: string): { protocol: string; host: string } {
  const refuse = (reason: string): never => {
    throw new PortError('INVALID_CONFIGURATION', `"${url}" cannot be pushed to: ${reason}`);
  };
  if (url.startsWith('-') || /[\s\p{C}]/u.test(url)) return refuse('it is not an address');
  const [, host] = SCP.exec(url) ?? [];
  if (host !== undefined && !url.includes('://')) return { protocol: 'ssh', host };
  if (!URL.canParse(url)) return refuse('it is not an address');
  const parsed = new URL(url);
  const protocol = parsed.protocol.slice(0, -1);
  if (!['https', 'http', 'ssh', 'file'].includes(protocol)) return refuse('only https, http, ssh and file are known');
  if (parsed.password !== '' || (protocol !== 'ssh' && parsed.username !== ''))
    return refuse('it holds a user name or password');
  return { protocol, host: parsed.host || 'this machine' };
}
