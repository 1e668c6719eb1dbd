/** PostgreSQL's connection string, which may hold a password: what it is, and what may be said of it. */
export function isPostgresUrl(text: string): boolean {
  return /^postgres(ql)?:\/\//.test(text) && URL.canParse(text);
}

export function hasPassword(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { password, searchParams } = new URL(url);
  return password !== '' || searchParams.has('password');
}

/** Where a database is, for people to read. */
export function withoutPassword(connection: string): string {
  if (!URL.canParse(connection)) return 'PostgreSQL';
  const { host, pathname, searchParams } = new URL(connection);
  return `PostgreSQL at ${host || searchParams.get('host') || 'this machine'}${pathname}`;
}
