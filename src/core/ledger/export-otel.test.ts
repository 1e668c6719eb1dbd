import { describe, expect, test } from 'vitest';

import { nodeDigest } from '../../connectors/platform/node-digest.ts';
import type { AuditRecord } from './audit-record.ts';
import { toSpans } from './export-otel.ts';

interface Span {
  traceId: string;
  spanId: string;
  name: string;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: { key: string; value: { stringValue: string } }[];
  status: { code: number; message?: string };
}

let seq = 0;
const record = (kind: string, callId: string | null, body: Record<string, unknown>): AuditRecord => {
  seq += 1;
  return { seq, at: new Date(1_700_000_000_000 + seq).toISOString(), kind, callId, body, hash: '' };
};
const started = (callId: string, more: Record<string, unknown> = {}) =>
  record('call.started', callId, {
    traceId: '0192f3a4-5b6c-7d8e-9f01-23456789abcd',
    user: 'owner',
    tool: 'write_file',
    version: '1.0.0',
    preset: 'workspace',
    argsHash: 'abc',
    decision: { effect: 'allow', rule: 'low-risk-runs' },
    startedAt: 1_700_000_000_123,
    ...more,
  });
const ended = (callId: string, result: string, summary: string) =>
  record('call.ended', callId, {
    tool: 'write_file',
    result,
    summary,
    startedAt: 1_700_000_000_123,
    endedAt: 1_700_000_000_456,
  });

async function spans(...records: AuditRecord[]): Promise<Span[]> {
  const found: Span[] = [];
  for await (const line of toSpans(
    nodeDigest,
    (async function* () {
      yield* records;
    })(),
  )) {
    const request = JSON.parse(line) as { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] };
    found.push(...(request.resourceSpans[0]?.scopeSpans[0]?.spans ?? []));
  }
  return found;
}
const attribute = (span: Span | undefined, name: string) =>
  span?.attributes.find(({ key }) => key === name)?.value.stringValue;

describe('spans', () => {
  test('pair a start with its end, in nanoseconds, with the trace as it is', async () => {
    const [span] = await spans(started('c1', { approver: 'owner' }), ended('c1', 'ok', 'done'));
    expect(span).toMatchObject({
      traceId: '0192f3a45b6c7d8e9f0123456789abcd',
      name: 'execute_tool write_file',
      startTimeUnixNano: '1700000000123000000',
      endTimeUnixNano: '1700000000456000000',
      status: { code: 1 },
    });
    expect(span?.spanId).toMatch(/^[0-9a-f]{16}$/);
    expect(attribute(span, 'gen_ai.operation.name')).toBe('execute_tool');
    expect(attribute(span, 'gen_ai.tool.call.id')).toBe('c1');
    expect(attribute(span, 'deputize.decision.rule')).toBe('low-risk-runs');
    expect(attribute(span, 'deputize.approver')).toBe('owner');
    expect(attribute(span, 'error.type')).toBeUndefined();
  });

  test('carry the error of a call that failed', async () => {
    const [span] = await spans(started('c1'), ended('c1', 'error', 'CONFLICT: it moved'));
    expect(span?.status).toEqual({ code: 2, message: 'CONFLICT: it moved' });
    expect(attribute(span, 'error.type')).toBe('CONFLICT');
  });

  test('of parallel calls keep apart, and any trace id becomes 32 hex digits', async () => {
    const found = await spans(
      started('a', { traceId: 'mine' }),
      started('b'),
      ended('b', 'ok', ''),
      ended('a', 'ok', ''),
    );
    expect(found.map((span) => attribute(span, 'gen_ai.tool.call.id'))).toEqual(['b', 'a']);
    expect(found[1]?.traceId).toBe(nodeDigest.sha256('mine').slice(0, 32));
  });

  test('tell of a call that never ended, and have none for one that never ran', async () => {
    const found = await spans(
      record('call.refused', 'r', { tool: 'x' }),
      started('open'),
      record('setting.changed', null, {}),
    );
    expect(found).toHaveLength(1);
    expect(found[0]?.status).toEqual({ code: 2, message: 'no end is recorded' });
    expect(attribute(found[0], 'deputize.result')).toBe('unknown');
  });
});
