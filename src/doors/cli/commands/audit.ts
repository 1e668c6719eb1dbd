/** `deputize audit`: check, export, sign and follow the record of everything. */
import type { ChainVerification, Checkpoint } from '../../../core/index.ts';
import { DeputizeError, showHidden } from '../../../core/index.ts';
import type { CliEnvironment, CliRuntime } from '../environment.ts';
import { usageError, type CliCommand, type ExitCode, type CliInput } from '../flags.ts';
import { auditFileFlags, exportFile, hasScope, report, verifyFile } from './audit-export.ts';

export const audit: CliCommand = {
  summary: 'Verify, export, sign and follow the audit',
  usage: `deputize audit verify [--checkpoint FILE] [--anchor PATH] [--file FILE [--key KEY]] | anchor | checkpoint | export [--format jsonl|otel] [--from DATE] [--to DATE] [--organization ID|NAME] [--out FILE] | report | tail [--lines N] | erase-archive

verify finds an edited, missing, moved or truncated record and says which. A checkpoint that was kept elsewhere also shows
that the whole database was put back to an older one: keep what "audit checkpoint" prints, and hand it to verify later.
An anchor in audit.anchors does that by itself; "audit anchor" anchors now and prints where.

export with --from, --to, --organization or --out writes the records of one organization and a signed proof. On any machine,
"audit verify --file FILE" verifies such a file. report writes what happened in words, for the same flags.

erase-archive erases the records from before format 2 as a whole. Their signed head stays in the audit.`,
  options: {
    checkpoint: {
      type: 'string',
      value: 'FILE',
      description:
        'verify: a checkpoint that was stored elsewhere. It shows whether the whole database was replaced by an older one.',
    },
    anchor: {
      type: 'string',
      value: 'PATH',
      description: 'verify: an anchor, or a copy of one that is stored elsewhere. The audit must agree with it.',
    },
    format: { type: 'string', value: 'jsonl|otel', description: 'export: the format. Default: jsonl.' },
    ...auditFileFlags,
    lines: { type: 'string', value: 'N', description: 'tail: how many records to print. Default: 20.' },
  },
  async run(input, environment) {
    const verb = input.words[0] ?? 'verify';
    const steps = new Map([
      ['verify', verify],
      ['anchor', anchorNow],
      ['checkpoint', checkpoint],
      ['export', hasScope(input) ? exportFile : exportAll],
      ['report', report],
      ['tail', tail],
      ['erase-archive', eraseArchive],
    ]);
    const step = steps.get(verb);
    if (!step) throw usageError(`audit does not know "${verb}".`);
    const file = input.text('file');
    if (file === undefined && input.text('key') !== undefined) throw usageError('--key needs --file.');
    if (verb === 'verify' && file !== undefined) return verifyFile(file, input, environment);
    const opened = await environment.open(input.open);
    try {
      return await step(input, opened, environment);
    } finally {
      await opened.close();
    }
  },
};

async function verify(input: CliInput, opened: CliRuntime, environment: CliEnvironment): Promise<ExitCode> {
  const file = input.text('checkpoint');
  const checkpoints = file === undefined ? [] : readCheckpoints(environment.readFile(file));
  const result = await opened.verifyAudit({ checkpoints, anchor: input.text('anchor') });
  if (input.isJson) environment.out(JSON.stringify(result));
  else if (result.ok) for (const line of describeHeld(result)) environment.out(line);
  else environment.out(`The audit is broken at record ${result.seq} (${result.fault}): ${result.message}`);
  return result.ok ? 0 : 1;
}

/** Says what was checked and how far it is protected. */
function describeHeld(held: Extract<ChainVerification, { ok: true }>): string[] {
  const { records, checkpoints, head, sealed, anchored, archive } = held;
  const seal = sealed ? `sealed to ${sealed.seq} of ${records}` : 'not sealed here, only signed by checkpoints';
  const anchors = anchored.map(({ kind, seq }) => `anchored to ${seq} by ${kind}`);
  return [
    `The audit holds: ${records} records, ${checkpoints} signed checkpoints, head ${head}`,
    [seal, ...anchors].join(', '),
    ...(archive
      ? [
          archive.erasedAt === null
            ? `The archive of the first ${archive.records} records holds, with the head ${archive.head}`
            : `The archive of the first ${archive.records} records was erased on ${archive.erasedAt}, with the head ${archive.head}`,
        ]
      : []),
  ];
}

async function anchorNow(input: CliInput, opened: CliRuntime, { out }: CliEnvironment): Promise<ExitCode> {
  const reports = await opened.anchorAudit();
  if (input.isJson) out(JSON.stringify(reports));
  else
    for (const { kind, place, seq, error } of reports)
      out(
        error === undefined
          ? `Anchored to record ${seq} by ${kind}: ${place}`
          : `Not anchored by ${kind}: ${place}: ${showHidden(error)}`,
      );
  return reports.every(({ error }) => error === undefined) ? 0 : 1;
}

async function checkpoint(_input: CliInput, opened: CliRuntime, { out }: CliEnvironment): Promise<ExitCode> {
  const made = (await opened.checkpoint()) ?? (await opened.runtime.audit.checkpoints()).at(-1);
  if (!made) throw new DeputizeError('NOT_FOUND', 'There is nothing in the audit yet.');
  out(JSON.stringify(made));
  return 0;
}

async function exportAll(input: CliInput, opened: CliRuntime, { out }: CliEnvironment): Promise<ExitCode> {
  const format = input.text('format') ?? 'jsonl';
  if (format === 'jsonl') for await (const record of opened.runtime.audit.records()) out(JSON.stringify(record));
  else if (format === 'otel') for await (const line of opened.runtime.audit.spans()) out(line);
  else throw usageError('--format is jsonl or otel.');
  return 0;
}

async function eraseArchive(_input: CliInput, opened: CliRuntime, { out }: CliEnvironment): Promise<ExitCode> {
  const erased = await opened.runtime.eraseAuditArchive(await opened.owner('person', 'cli'));
  out(`Erased ${erased} records of the archive. Their head stays in the audit.`);
  return 0;
}

async function tail(input: CliInput, opened: CliRuntime, { out }: CliEnvironment): Promise<ExitCode> {
  const lines = Number(input.text('lines') ?? 20);
  const head = (await opened.runtime.audit.head())?.seq ?? 0;
  const records = await opened.runtime.audit.read({ after: Math.max(0, head - lines), limit: lines });
  for (const record of records) {
    const { seq, at, kind, callId, body } = record;
    out(
      input.isJson
        ? JSON.stringify(record)
        : // A caller chose these words; they must not steer the terminal.
          showHidden(
            `${seq}  ${at}  ${kind}  ${String(body['tool'] ?? '')}  ${callId ?? ''}  ${String(body['summary'] ?? '')}`,
          ),
    );
  }
  return 0;
}

/** One checkpoint, or one a line. */
function readCheckpoints(text: string): Checkpoint[] {
  const found = text.split('\n').filter((line) => line.trim() !== '');
  try {
    return found.map((line) => JSON.parse(line) as Checkpoint);
  } catch {
    throw new DeputizeError('INVALID_REQUEST', 'The checkpoint file is not JSON, one checkpoint a line.');
  }
}
