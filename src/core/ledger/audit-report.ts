/** Writes a report on one organization in a period, in Markdown, for a reader without a manual. It has no contents of calls. */
import type { RuntimeParts } from '../runtime-parts.ts';
import { query } from '../storage/statements.ts';
import type { AuditRow } from '../storage/tables.ts';
import { findRange, type AuditRange } from './audit-export.ts';
import { keyFingerprint } from './audit-file.ts';
import { parsePeriod, type AuditScope } from './audit-period.ts';
import { inCode, markdownTable, plainText } from './report-markdown.ts';
import type { ChainVerification } from './verify.ts';

type ReportParts = RuntimeParts<'database' | 'sql' | 'digest' | 'clock' | 'signingKey'>;

/** A longer list is cut, and the report says how much is missing. The export has everything. */
const MOST_LINES = 2_000;

/** The records of one section, already as cells. */
class ReportLines {
  readonly rows: string[][] = [];
  omitted = 0;

  add(...cells: string[]): void {
    if (this.rows.length < MOST_LINES) this.rows.push(cells);
    else this.omitted += 1;
  }

  /** Returns the section as a table, or a sentence if it is empty. */
  toMarkdown(title: string, columns: readonly string[]): string {
    const more = this.omitted === 0 ? '' : `\n\n${this.omitted} more are in the export.`;
    return `## ${title}\n\n${this.rows.length === 0 ? 'None.' : `${markdownTable(columns, this.rows)}${more}`}`;
  }
}

interface Collected {
  readonly tools: Map<string, Map<string, number>>;
  readonly people: Set<string>;
  readonly others: Map<string, number>;
  readonly decisions: ReportLines;
  readonly undone: ReportLines;
  readonly refused: ReportLines;
  readonly changes: ReportLines;
  readonly erasures: ReportLines;
  waiting: number;
  expired: number;
}

type RecordBody = Readonly<Record<string, unknown>>;

const text = (body: RecordBody, key: string): string => (typeof body[key] === 'string' ? body[key] : '');
const count = (counts: Map<string, number>, key: string): void => void counts.set(key, (counts.get(key) ?? 0) + 1);
const time = (at: number): string => new Date(at).toISOString().replace('T', ' ').slice(0, 19);

/** Writes the report. The audit is verified first, and the report says whether it holds. */
export async function writeReport(
  parts: ReportParts,
  verify: () => Promise<ChainVerification>,
  scope: AuditScope,
): Promise<string> {
  parsePeriod(scope);
  const checked = await verify();
  const range = await findRange(parts, scope, Number.MAX_SAFE_INTEGER);
  const names = await readNames(parts, range.organization.id);
  const collected: Collected = {
    ...{ tools: new Map(), people: new Set(), others: new Map(), waiting: 0, expired: 0 },
    ...{ decisions: new ReportLines(), undone: new ReportLines(), refused: new ReportLines() },
    ...{ changes: new ReportLines(), erasures: new ReportLines() },
  };
  for await (const row of range.rows()) collect(collected, row, names);
  const sections = [
    describeScope(parts, range, checked),
    listPeople(collected, names),
    listCalls(collected),
    collected.decisions.toMarkdown('Approved and denied', [
      ...['Time (UTC)', 'Decision', 'Tool', 'Decided by', 'Through', 'Call of', 'Call'],
    ]),
    `Calls that asked a person: ${collected.waiting}. Approvals that expired without a decision: ${collected.expired}.`,
    collected.refused.toMarkdown('Blocked and refused', ['Time (UTC)', 'Tool', 'Call of', 'Why', 'Rule', 'Call']),
    collected.undone.toMarkdown('Undone', ['Time (UTC)', 'Tool', 'Call of', 'Result', 'Call']),
    collected.changes.toMarkdown('Changed settings, permissions and people', [
      ...['Time (UTC)', 'Change', 'By', 'Details'],
    ]),
    collected.erasures.toMarkdown('Erasures', ['Time (UTC)', 'Erasure', 'By', 'Details']),
    listOthers(collected),
    await describeProof(parts, range, checked),
  ];
  return `${sections.join('\n\n')}\n`;
}

async function readNames({ database, sql }: ReportParts, organizationId: string): Promise<Map<string, string>> {
  const users = sql.selectFrom('users').select(['id', 'name']).where('organization_id', '=', organizationId);
  const rows = await database.read<{ id: string; name: string }>(query(users));
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** A person by name, with the id where the name is not the id. */
function personName(names: ReadonlyMap<string, string>, id: string, recorded = ''): string {
  if (id === '') return '';
  const name = recorded === '' ? names.get(id) : recorded;
  return name === undefined ? inCode(id) : `${plainText(name)} (${inCode(id)})`;
}

function collect(to: Collected, { kind, at, call_id, body: json }: AuditRow, names: ReadonlyMap<string, string>): void {
  const body = JSON.parse(json) as RecordBody;
  const tool = inCode(text(body, 'tool'));
  const call = inCode(call_id ?? '');
  const user = personName(names, text(body, 'user'));
  if (text(body, 'user') !== '') to.people.add(text(body, 'user'));
  switch (kind) {
    case 'call.started':
      return;
    case 'call.ended':
      return countCall(to, tool, text(body, 'result') || 'unknown');
    case 'approval.requested':
      to.waiting += 1;
      return;
    case 'approval.expired':
      to.expired += 1;
      return;
    case 'approval.approved':
    case 'approval.denied': {
      const by = personName(names, text(body, 'approver'), text(body, 'approverName'));
      if (text(body, 'approver') !== '') to.people.add(text(body, 'approver'));
      const decision = kind === 'approval.approved' ? `approved${body['edited'] === true ? ', edited' : ''}` : 'denied';
      to.decisions.add(time(at), decision, tool, by, plainText(text(body, 'via')), user, call);
      return;
    }
    case 'call.refused': {
      const { reason, rule } = (body['decision'] ?? {}) as RecordBody;
      countCall(to, tool, 'refused');
      to.refused.add(time(at), tool, user, plainText(String(reason ?? '')), inCode(String(rule ?? '')), call);
      return;
    }
    case 'undo.started':
      return;
    case 'undo.ended':
      to.undone.add(time(at), tool, user, plainText(text(body, 'result')), call);
      return;
    default:
      collectChange(to, kind, at, body, names);
  }
}

const CHANGES = /^(?:setting|grant|people|access|mounted|workspace|runtime|setup)\./;
const ERASURES = /^(?:contents\.|audit\.)/;

function collectChange(
  to: Collected,
  kind: string,
  at: number,
  body: RecordBody,
  names: ReadonlyMap<string, string>,
): void {
  const section = ERASURES.test(kind) ? to.erasures : CHANGES.test(kind) ? to.changes : undefined;
  if (!section) return count(to.others, kind);
  const by = text(body, 'by') || text(body, 'user');
  section.add(time(at), plainText(kind.replaceAll(/[._-]/g, ' ')), personName(names, by), listDetails(body, names));
}

/** What a change was about. Fields that are not listed here are left out. */
const DETAILS: readonly string[] = [
  ...['userId', 'name', 'role', 'departmentId', 'departmentIds', 'organizationId', 'level', 'subject', 'pattern'],
  ...['value', 'tool', 'preset', 'effect', 'server', 'contents', 'records', 'before', 'via', 'level', 'tokenId'],
];

function listDetails(body: RecordBody, names: ReadonlyMap<string, string>): string {
  return [...new Set(DETAILS)]
    .flatMap((key) => {
      const value = body[key];
      if (value === undefined || value === null || value === '') return [];
      if (key === 'userId') return [`person: ${personName(names, String(value))}`];
      return [`${key}: ${plainText(typeof value === 'string' ? value : JSON.stringify(value))}`];
    })
    .join('; ');
}

function countCall({ tools }: Collected, tool: string, result: string): void {
  const results = tools.get(tool) ?? new Map<string, number>();
  tools.set(tool, results);
  count(results, result);
}

function describeScope(
  parts: ReportParts,
  { organization, period, first, last }: AuditRange,
  checked: ChainVerification,
) {
  const holds = checked.ok
    ? 'The audit of this installation was verified for this report, and it holds.'
    : `**The audit is broken** at record ${checked.seq}: ${plainText(checked.message)}. Do not rely on this report.`;
  return [
    `# Audit report: ${plainText(organization.name)}`,
    `- Organization: ${plainText(organization.name)} (${inCode(organization.id)})
- Period: ${period.from ?? 'the beginning'} to ${period.to ?? 'now'}, whole days in UTC
- Records: ${Math.max(0, last - first + 1)}${last < first ? '' : `, number ${first} to ${last} of this organization`}
- Written: ${time(parts.clock.now())} UTC`,
    holds,
    'An assistant proposes calls of tools. A call runs at once, is blocked, or waits for a person who approves or denies it.',
  ].join('\n\n');
}

function listPeople({ people }: Collected, names: ReadonlyMap<string, string>): string {
  const lines = [...people].map((id) => `- ${personName(names, id)}`).sort();
  return `## People in this period\n\n${lines.length === 0 ? 'None.' : lines.join('\n')}`;
}

function listCalls({ tools }: Collected): string {
  const results = ['ok', 'error', 'unknown', 'refused'];
  const rows = [...tools]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([tool, counts]) => {
      const known = results.map((result) => counts.get(result) ?? 0);
      const all = [...counts.values()].reduce((sum, one) => sum + one, 0);
      return [tool, ...known, all - known.reduce((sum, one) => sum + one, 0), all].map(String);
    });
  const columns = ['Tool', 'Done', 'Failed', 'Not known', 'Refused', 'Other', 'All'];
  return `## Calls by tool and outcome\n\n${rows.length === 0 ? 'None.' : markdownTable(columns, rows)}`;
}

function listOthers({ others }: Collected): string {
  const rows = [...others].sort(([a], [b]) => (a < b ? -1 : 1)).map(([kind, many]) => [inCode(kind), String(many)]);
  return `## Other records\n\n${rows.length === 0 ? 'None.' : markdownTable(['Kind', 'Records'], rows)}`;
}

async function describeProof(
  parts: ReportParts,
  { organization, period, head, last }: AuditRange,
  checked: ChainVerification,
) {
  const { id, publicKey } = await parts.signingKey();
  const bytes = new Uint8Array(await crypto.subtle.exportKey('raw', publicKey));
  const fingerprint = await keyFingerprint(bytes);
  const days = [period.from && `--from ${period.from} `, period.to && `--to ${period.to} `].filter(Boolean).join('');
  const sealed = checked.ok && checked.sealed ? `\n- Sealed to record ${checked.sealed.seq} of ${checked.records}` : '';
  return `## How to verify this report

- Hash of the last record (number ${last}): ${inCode(head)}
- Root of all organizations: ${inCode(checked.ok ? checked.head : 'the audit is broken')}${sealed}
- Signing key: ${inCode(id)}, fingerprint ${inCode(fingerprint)}

This report is a summary and is not signed. The export is signed, and any machine with Deputize verifies it:

    deputize audit export --organization ${organization.id} ${days}--out audit.jsonl
    deputize audit verify --file audit.jsonl --key ${fingerprint}

Ask the people who run the installation for the fingerprint in another way than by this report.`;
}
