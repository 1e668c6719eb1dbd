/** Exports the audit as OpenTelemetry `execute_tool` spans in OTLP's JSON form: each line is one export request. */
import type { Digest } from '../../ports/digest.ts';
import type { AuditRecord } from './audit-record.ts';

const INTERNAL_SPAN = 1;
const STATUS = { ok: 1, error: 2 } as const;

type Attribute = { key: string; value: { stringValue: string } | { intValue: string } | { boolValue: boolean } };

/** Pairs each start with its end. Calls that never ran have no span. Calls without an end come last, as unknown. */
export async function* toSpans(digest: Digest, records: AsyncIterable<AuditRecord>): AsyncGenerator<string> {
  const open = new Map<string, AuditRecord>();
  for await (const record of records) {
    if (record.callId === null) continue;
    if (record.kind === 'call.started') open.set(record.callId, record);
    if (record.kind !== 'call.ended') continue;
    const started = open.get(record.callId);
    open.delete(record.callId);
    yield request(span(digest, started ?? record, record));
  }
  for (const started of open.values()) yield request(span(digest, started, undefined));
}

function span(digest: Digest, started: AuditRecord, ended: AuditRecord | undefined) {
  const { body } = started;
  const callId = String(started.callId);
  const result = ended ? String(ended.body['result']) : 'unknown';
  const decision = (body['decision'] ?? {}) as Record<string, unknown>;
  return {
    traceId: hexId(digest, String(body['traceId']), 32),
    spanId: hexId(digest, callId, 16),
    name: `execute_tool ${String(body['tool'])}`,
    kind: INTERNAL_SPAN,
    startTimeUnixNano: nanoseconds(body['startedAt'] ?? Date.parse(started.at)),
    endTimeUnixNano: nanoseconds(ended?.body['endedAt'] ?? Date.parse((ended ?? started).at)),
    attributes: [
      text('gen_ai.operation.name', 'execute_tool'),
      text('gen_ai.tool.name', body['tool']),
      text('gen_ai.tool.call.id', callId),
      text('gen_ai.tool.type', 'function'),
      text('enduser.id', body['user']),
      text('deputize.tool.version', body['version']),
      text('deputize.preset', body['preset']),
      text('deputize.args_hash', body['argsHash']),
      text('deputize.decision', decision['effect']),
      text('deputize.decision.rule', decision['rule']),
      text('deputize.approver', body['approver']),
      text('deputize.result', result),
      ...(result === 'ok' ? [] : text('error.type', String(ended?.body['summary'] ?? 'OUTCOME_UNKNOWN').split(':')[0])),
    ].flat(),
    status:
      result === 'ok'
        ? { code: STATUS.ok }
        : { code: STATUS.error, message: String(ended?.body['summary'] ?? 'no end is recorded') },
  };
}

function request(one: unknown): string {
  return JSON.stringify({
    resourceSpans: [
      {
        resource: { attributes: text('service.name', 'deputize') },
        scopeSpans: [{ scope: { name: 'deputize' }, spans: [one] }],
      },
    ],
  });
}

function text(key: string, value: unknown): Attribute[] {
  return value === undefined || value === null || value === '' ? [] : [{ key, value: { stringValue: String(value) } }];
}

/** A UUID has the right number of digits. Other ids are hashed. */
function hexId(digest: Digest, id: string, digits: 16 | 32): string {
  const plain = id.replaceAll('-', '').toLowerCase();
  return digits === 32 && /^[0-9a-f]{32}$/.test(plain) ? plain : digest.sha256(id).slice(0, digits);
}

function nanoseconds(milliseconds: unknown): string {
  return `${String(milliseconds)}000000`;
}
