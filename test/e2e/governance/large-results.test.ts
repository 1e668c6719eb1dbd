/** Results beyond the output budget: what was cut is marked in the value itself, or the call ends with TOO_LARGE. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import { createDeputize, defineTool } from '../../../src/app/library.ts';
import type { Outcome } from '../../../src/core/index.ts';
import { readResult } from '../../../src/toolsets/session/read-result.ts';
import { connectProgram, outcomeOf, textOf, VERSIONS } from '../mcp/connect.ts';

vi.setConfig({ testTimeout: 120_000 });

const MARKER = /… \[cut: (\d+) of (\d+) characters; read on with read_result callId=(\S+) offset=(\d+)\]$/;

describe.each(VERSIONS)('R17: MCP %s', (version) => {
  let base: string;
  beforeAll(() => {
    base = mkdtempSync(join(tmpdir(), 'large-'));
    mkdirSync(join(base, 'work', 'many'), { recursive: true });
    writeFileSync(join(base, 'work', 'long.txt'), '"line"\n'.repeat(67_000).slice(0, 468_890));
    for (let at = 0; at < 1_500; at += 1) writeFileSync(join(base, 'work', 'many', `file-number-${at}.txt`), '');
  });
  afterAll(() => rmSync(base, { recursive: true, force: true }));

  test('marks a long file as cut in structuredContent, and reads on at the named offset', async () => {
    const flags = ['--data', join(base, 'data'), '--workspace', join(base, 'work')];
    const client = await connectProgram(['mcp', '--preset', 'workspace', ...flags], version);
    const result = await client.callTool({ name: 'read_file', arguments: { path: 'long.txt' } });
    const { content } = result.structuredContent as { content: string };
    const [, kept, total, callId, offset] = MARKER.exec(content) ?? [];
    expect([total, callId]).toEqual(['468890', outcomeOf(result).callId]);
    expect(content.slice(0, content.lastIndexOf('…'))).toHaveLength(Number(kept));
    expect(textOf(result)[0]).toBe(JSON.stringify(result.structuredContent));
    const rest = await client.callTool({ name: 'read_result', arguments: { callId, offset: Number(offset) } });
    const { text } = rest.structuredContent as { text: string };
    const expected = '"line"\n'.repeat(67_000).slice(Number(kept), Number(kept) + 1_000);
    expect(text.startsWith(JSON.stringify(expected).slice(1, -1))).toBe(true);

    const listed = await client.callTool({ name: 'list_directory', arguments: { path: 'many' } });
    expect(listed).toMatchObject({ isError: true });
    expect(listed.structuredContent).toBeUndefined();
    expect(outcomeOf(listed)).toMatchObject({ state: 'failed', error: { code: 'TOO_LARGE' } });
    expect(textOf(listed)[0]).toContain(`read_result callId=${outcomeOf(listed).callId} offset=0`);
    await client.close();
  });
});

describe('R17: a result that cannot be cut', () => {
  const BUDGET = 2_000;
  const entries = Array.from({ length: 500 }, (_, at) => ({ name: `file ${at}` }));
  const rows = z.strictObject({ entries: z.array(z.strictObject({ name: z.string() })) });
  const shared = { description: 'Answers much.', input: z.strictObject({}), risk: 'low' } as const;
  const done: string[] = [];
  const tools = [
    defineTool({ ...shared, name: 'list_rows', output: rows, run: () => ({ entries }) }),
    defineTool({
      ...{ ...shared, name: 'write_rows', output: rows, sideEffects: 'writes' },
      run: (_, { afterwards }) => {
        afterwards(() => void done.push('afterwards'));
        return { entries };
      },
    }),
    defineTool({
      ...{ ...shared, name: 'read_key', output: z.strictObject({ key: z.string().regex(/^k+$/) }) },
      run: () => ({ key: 'k'.repeat(5_000) }),
    }),
    readResult,
  ];
  let data: string;
  beforeAll(() => {
    data = mkdtempSync(join(tmpdir(), 'large-'));
  });
  afterAll(() => rmSync(data, { recursive: true, force: true }));
  const open = () => createDeputize({ data, tools, limits: { outputBudget: BUDGET } });

  test.for([
    ['list_rows', false],
    ['write_rows', true],
    ['read_key', false],
  ] as const)('ends %s with TOO_LARGE and stays readable as a whole', async ([tool, partialSideEffects]) => {
    const deputize = await open();
    const { outcome } = await deputize.call(tool, {}, { callId: tool });
    expect(outcome).toMatchObject({
      state: 'failed',
      error: { code: 'TOO_LARGE', partialSideEffects, details: { callId: tool, characters: expect.any(Number) } },
    });
    expect(JSON.stringify(outcome)).toContain(`read_result callId=${tool} offset=0`);
    expect(done).toHaveLength(tool === 'write_rows' ? 1 : 0);
    done.length = 0;
    await deputize.close();

    const again = await open();
    expect((await again.call(tool, {}, { callId: tool })).outcome).toEqual(outcome);
    let text = '';
    for (let offset: number | null = 0; offset !== null;) {
      const piece: Outcome = (await again.call('read_result', { callId: tool, offset, length: 30_000 })).outcome;
      if (piece.state !== 'ok' || piece.truncated) throw new Error(JSON.stringify(piece));
      expect(JSON.stringify(piece.value).length).toBeLessThanOrEqual(BUDGET);
      const value = piece.value as { text: string; next: number | null };
      text += value.text;
      offset = value.next;
    }
    expect(JSON.parse(text)).toEqual(tool === 'read_key' ? { key: 'k'.repeat(5_000) } : { entries });
    await again.close();
  });
});
