/** `deputize audit export`, `report` and `verify --file`: what an auditor takes away, reads, and verifies elsewhere. */
import type { FileVerification } from '../../../core/ledger/verify-file.ts';
import { readFingerprint } from '../../../core/ledger/read-fingerprint.ts';
import { showHidden } from '../../../core/index.ts';
import type { CliEnvironment, CliRuntime } from '../environment.ts';
import { usageError, type CliFlags, type CliInput, type ExitCode } from '../flags.ts';

export const auditFileFlags: CliFlags = {
  from: { type: 'string', value: 'DATE', description: 'export, report: the first day, such as 2026-07-01, in UTC.' },
  to: { type: 'string', value: 'DATE', description: 'export, report: the last day, in UTC.' },
  organization: {
    type: 'string',
    value: 'ID|NAME',
    description: 'export, report: the organization. Default: that of the operator.',
  },
  out: { type: 'string', value: 'FILE', description: 'export, report: the file to write. Default: print it.' },
  file: { type: 'string', value: 'FILE', description: 'verify: an exported file. No data folder is needed.' },
  key: {
    type: 'string',
    value: 'FILE|ID',
    description:
      'verify --file: the fingerprint of the signing key, or a file with it or with the public key. Another key is refused.',
  },
};

/** Whether the export is of one organization. Without these flags it has all records, as before. */
export function hasScope(input: CliInput): boolean {
  return ['from', 'to', 'organization', 'out'].some((flag) => input.text(flag) !== undefined);
}

export async function exportFile(input: CliInput, opened: CliRuntime, environment: CliEnvironment): Promise<ExitCode> {
  const { audit } = opened.runtime;
  const format = input.text('format') ?? 'jsonl';
  if (format !== 'jsonl' && format !== 'otel') throw usageError('--format is jsonl or otel.');
  const lines = format === 'jsonl' ? await audit.exportLines(readScope(input)) : await audit.spansOf(readScope(input));
  await write(input, environment, lines);
  return 0;
}

export async function report(input: CliInput, opened: CliRuntime, environment: CliEnvironment): Promise<ExitCode> {
  const text = await opened.runtime.audit.report(readScope(input));
  await write(input, environment, [text.trimEnd()]);
  return 0;
}

export async function verifyFile(file: string, input: CliInput, environment: CliEnvironment): Promise<ExitCode> {
  if (input.text('checkpoint') !== undefined) throw usageError('--file is verified without --checkpoint.');
  const key = input.text('key');
  const fingerprint = key === undefined ? undefined : await readFingerprint(key, (path) => environment.readFile(path));
  const result = await environment.verifyAuditFile(file, fingerprint);
  if (input.isJson) environment.out(JSON.stringify(result));
  else for (const line of describeResult(result)) environment.out(showHidden(line));
  return result.ok ? 0 : 1;
}

function describeResult(result: FileVerification): string[] {
  if (!result.ok) return [`The file does not hold at record ${result.seq} (${result.fault}): ${result.message}`];
  const { organization, records, from, to, first, last, root, signedBy } = result;
  return [
    `The file holds: ${records} records of ${organization.name} (${organization.id}), number ${first} to ${last}, from ${from ?? 'the beginning'} to ${to ?? 'the newest record'}`,
    `Root of all organizations at record ${root.seq}, signed on ${root.at}: ${root.hash}`,
    `Signed by the key ${signedBy.keyId}, fingerprint ${signedBy.fingerprint}`,
    signedBy.required
      ? 'This is the key that --key requires.'
      : 'Compare the fingerprint with the one that the installation shows: anyone can sign a file with another key.',
  ];
}

const readScope = (input: CliInput) => ({
  from: input.text('from'),
  to: input.text('to'),
  organization: input.text('organization'),
});

async function write(
  input: CliInput,
  environment: CliEnvironment,
  lines: AsyncIterable<string> | Iterable<string>,
): Promise<void> {
  const file = input.text('out');
  if (file !== undefined) {
    await environment.writeLines(file, lines);
    environment.out(input.isJson ? JSON.stringify({ file }) : `Written: ${file}`);
    return;
  }
  for await (const line of lines) environment.out(line);
}
