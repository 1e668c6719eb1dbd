/** Prepares the dynamic registration of clients (RFC 7591) before the library reads it. */

const MAX_INTRODUCTION = 10_000;

/**
 * Most MCP clients run on the user's own machine and do not say so. A client whose redirects lead only to this machine is
 * registered as native; any other must use https.
 */
export function asIntroduced(text: string): string {
  if (text.length > MAX_INTRODUCTION) return '{}';
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    return text;
  }
  if (given === null || typeof given !== 'object' || Object.hasOwn(given, 'application_type')) return text;
  const uris: unknown = Reflect.get(given, 'redirect_uris');
  const isLocal = Array.isArray(uris) && uris.length > 0 && uris.every((uri) => isOnThisMachine(String(uri)));
  return isLocal ? JSON.stringify({ ...given, application_type: 'native' }) : text;
}

function isOnThisMachine(uri: string): boolean {
  if (!URL.canParse(uri)) return false;
  const { protocol, hostname } = new URL(uri);
  if (protocol === 'http:') return ['127.0.0.1', '[::1]', 'localhost'].includes(hostname);
  // A private-use scheme by RFC 8252: a reversed domain name.
  return protocol.includes('.');
}
