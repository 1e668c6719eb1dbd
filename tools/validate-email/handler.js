const MAX_ADDRESS = 254;
const MAX_LOCAL = 64;
const LOCAL = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]+$/;
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

export async function execute({ args }) {
  const email = args.email.trim();
  const at = email.lastIndexOf('@');
  const local = email.slice(0, at);
  const domain = at < 0 ? '' : asciiDomain(email.slice(at + 1));
  const reason = reasonAgainst(at, local, domain);
  if (reason !== undefined) return { ok: true, data: { valid: false, reason } };
  return { ok: true, data: { valid: true, address: `${local}@${domain}`, local_part: local, domain } };
}

function reasonAgainst(at, local, domain) {
  if (at < 0) return 'There is no @ in it.';
  if (local === '') return 'There is nothing before the @.';
  if (local.length > MAX_LOCAL) return `The part before the @ is longer than ${MAX_LOCAL} characters.`;
  if (!LOCAL.test(local)) return 'The part before the @ has a character that mail servers do not take.';
  if (local.startsWith('.') || local.endsWith('.') || local.includes('..'))
    return 'The part before the @ has a dot at its edge or two in a row.';
  const labels = domain.split('.');
  if (labels.length < 2) return 'The part after the @ is no domain with a dot in it.';
  if (!labels.every((label) => LABEL.test(label))) return 'The part after the @ is no domain.';
  if (/^\d+$/.test(labels.at(-1) ?? '')) return 'The part after the @ is an address of a machine, not a domain.';
  if (local.length + 1 + domain.length > MAX_ADDRESS) return `It is longer than ${MAX_ADDRESS} characters.`;
  return undefined;
}

/** International names in the form that travels; empty for what cannot be a host at all. */
function asciiDomain(text) {
  // A URL would quietly take more than a name: a port, a path, an encoded character.
  if (/[\s/\\?#@:%[\]]/.test(text) || text.endsWith('.')) return '';
  try {
    return new URL(`https://${text}`).hostname;
  } catch {
    return '';
  }
}
