/** The generated pages of docs/ are current, and everything in them is described. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';

import { loadCommands } from '../../scripts/docs-pages/cli-page.ts';
import { listConfigurationKeys } from '../../scripts/docs-pages/configuration-page.ts';
import { listFields, toJsonSchema } from '../../scripts/docs-pages/json-schema.ts';
import { escapeText, toAnchor, writeTable } from '../../scripts/docs-pages/markdown.ts';
import { listSocketMessages } from '../../scripts/docs-pages/websocket-page.ts';
import { generatePages } from '../../scripts/generate-docs.ts';
import { duration } from '../../src/app/config/duration.ts';
import { secret } from '../../src/app/config/values.ts';
import type { RecordKind } from '../../src/core/ledger/records.ts';
import { auditEvents } from '../../src/wire/socket-messages.ts';

const repository = join(import.meta.dirname, '../..');

/** A sentence begins with a letter or code and ends with a full stop. */
const SENTENCE = /^[\p{L}`].*\.$/su;

test('every generated page is what the generator writes', async () => {
  for (const [path, text] of await generatePages())
    expect(readFileSync(join(repository, path), 'utf8'), `run: node scripts/generate-docs.ts (${path})`).toBe(text);
});

describe('a plain sentence describes', () => {
  test('every key of the configuration', () => {
    const keys = listConfigurationKeys();
    expect(keys.length).toBeGreaterThan(100);
    expect(keys.filter(({ description = '' }) => !SENTENCE.test(description)).map(({ path }) => path)).toEqual([]);
  });

  test('every command and every flag of the command line', async () => {
    for (const [name, { summary, options }] of await loadCommands()) {
      expect(`${summary}.`, name).toMatch(SENTENCE);
      for (const [flag, { description }] of Object.entries(options)) expect(description, flag).toMatch(SENTENCE);
    }
  });

  test('every message of the sockets and every field in it', () => {
    const undescribed = listSocketMessages().flatMap(({ type, description = '', fields }) => [
      ...(SENTENCE.test(description) ? [] : [type]),
      ...fields.filter((field) => !SENTENCE.test(field.description ?? '')).map(({ path }) => `${type}: ${path}`),
    ]);
    expect(undescribed).toEqual([]);
  });

  test('every kind of audit record', () => {
    // Compiles only where both name the same kinds.
    const described: Record<RecordKind, string> = auditEvents;
    const known: Record<keyof typeof auditEvents, string> = described;
    for (const [kind, meaning] of Object.entries(known)) expect(meaning, kind).toMatch(SENTENCE);
  });
});

describe('a schema is read as', () => {
  const read = (schema: z.ZodType) =>
    listFields(toJsonSchema(schema)).map(({ path, type, isRequired, default: value }) => [
      path,
      type,
      isRequired,
      value,
    ]);

  test('keys with types and defaults, in lists and maps too', () => {
    const schema = z.strictObject({
      port: z.int().min(0).max(9).default(7),
      wait: duration.default(90_000),
      key: secret,
      names: z.record(z.string(), z.strictObject({ off: z.boolean().optional() })),
      list: z.array(z.strictObject({ at: z.url() })),
    });
    expect(read(schema)).toEqual([
      ['port', 'whole number, 0 to 9', false, 7],
      ['wait', 'duration', false, '90s'],
      ['key', 'secret', true, undefined],
      ['names', 'map of names to object', true, undefined],
      ['names.NAME.off', '`true` or `false`', false, undefined],
      ['list', 'list of object', true, undefined],
      ['list[].at', 'URL', true, undefined],
    ]);
  });

  test('one row for a key of several variants, required only where all require it', () => {
    const schema = z.union([
      z.strictObject({ kind: z.literal('a'), key: z.string() }),
      z.strictObject({ kind: z.literal('b'), url: z.string() }),
    ]);
    expect(read(schema)).toEqual([
      ['kind', '`a` or `b`', true, undefined],
      ['key', 'text', false, undefined],
      ['url', 'text', false, undefined],
    ]);
  });
});

test('text in tables is no Markdown, and empty columns are left out', () => {
  expect(escapeText('*.example.org and `*.example.org`')).toBe('\\*.example.org and `*.example.org`');
  expect(writeTable(['a', 'b', 'c'], [['1|2', '', '3']])).toBe('| a | c |\n| --- | --- |\n| 1\\|2 | 3 |');
  expect(toAnchor('GET /api/calls/{id}')).toBe('get-apicallsid');
});
