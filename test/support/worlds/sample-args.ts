/** Arguments that a tool's schema takes, as plain as can be: what is required, and nothing else. */
type Schema = Readonly<Record<string, unknown>>;

const FORMATS: Readonly<Record<string, string>> = {
  email: 'ann@example.com',
  'date-time': '2026-12-01T10:00:00Z',
  date: '2026-12-01',
  uuid: '01a1e193-7de4-7000-8999-d777760b38e9',
  uri: 'https://example.com/',
};

export function sampleArgs(schema: Schema, name = ''): unknown {
  const [choice] = (schema['enum'] as unknown[] | undefined) ?? [schema['const']];
  if (choice !== undefined) return choice;
  const [first] = (schema['anyOf'] ?? schema['oneOf'] ?? []) as Schema[];
  if (first) return sampleArgs(first, name);
  switch (schema['type']) {
    case 'object':
      return Object.fromEntries(
        ((schema['required'] ?? []) as string[]).map((key) => [
          key,
          sampleArgs((schema['properties'] as Record<string, Schema>)[key] ?? {}, key),
        ]),
      );
    case 'array':
      return Array.from({ length: Number(schema['minItems'] ?? 1) }, () => sampleArgs(schema['items'] as Schema, name));
    case 'integer':
    case 'number':
      return Number(schema['minimum'] ?? 1);
    case 'boolean':
      return true;
    default:
      return FORMATS[String(schema['format'])] ?? named(name);
  }
}

/** Many fields are plain text to the schema and more to the tool. */
function named(name: string): string {
  if (/url/i.test(name)) return 'https://example.com/';
  if (/start|from_?date|date/i.test(name)) return '2026-12-01T10:00:00Z';
  if (/end/i.test(name)) return '2026-12-01T11:00:00Z';
  return 'sample';
}
