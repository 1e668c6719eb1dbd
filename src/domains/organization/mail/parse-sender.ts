/** A sender as reading a mail brings it, "Ann <ann@example.com>", as name and address. */
export function parseSender(sender: string): { name: string; email: string } {
  const [, name = '', email] = /^(.*?)\s*<([^<>]*)>$/.exec(sender) ?? [];
  if (email !== undefined) return { name, email: email.toLowerCase() };
  return sender.includes('@') ? { name: '', email: sender.toLowerCase() } : { name: sender, email: '' };
}
