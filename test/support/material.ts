/** The collections of hostile strings and real mail that tests are run against. They are needed: a test without them fails. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const repository = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const folder = process.env['DEPUTIZE_MATERIAL'] ?? join(repository, '..', 'shared', 'material');

export function payloads(name: string): string[] {
  const path = join(folder, 'payloads', name);
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (cause) {
    throw new Error(`The test material is missing: set DEPUTIZE_MATERIAL to the folder that holds payloads/${name}.`, {
      cause,
    });
  }
  if (name.endsWith('.json')) return JSON.parse(text) as string[];
  return text.split('\n').filter((line) => line !== '');
}

/** The folder of real mail of one kind: `ham`, `rfc` or `mime4j`. */
export function mailFolder(kind: string): string {
  const path = join(folder, 'mail', kind);
  if (existsSync(path)) return path;
  throw new Error(`The test material is missing: set DEPUTIZE_MATERIAL to the folder that holds mail/${kind}.`);
}

/** Each mail of a kind as it came, by file name. */
export function mails(kind: string, ending: string): { name: string; bytes: Uint8Array }[] {
  const path = mailFolder(kind);
  return readdirSync(path)
    .filter((name) => name.endsWith(ending))
    .toSorted()
    .map((name) => ({ name, bytes: new Uint8Array(readFileSync(join(path, name))) }));
}

export interface RecurrenceCase {
  readonly rrule: string;
  readonly dtstart: string;
  readonly instances: readonly string[];
  /** Whether these are all that there are. */
  readonly finite: boolean;
}

/** Recurrence rules with what they come to. */
export function recurrences(): RecurrenceCase[] {
  const path = join(folder, 'calendar', 'recurrence.jsonl');
  if (!existsSync(path)) {
    throw new Error(
      'The test material is missing: set DEPUTIZE_MATERIAL to the folder that holds calendar/recurrence.jsonl.',
    );
  }
  const lines = readFileSync(path, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as RecurrenceCase);
}
