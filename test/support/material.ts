/** The collections of hostile strings that tests are run against. They are needed: a test without them fails. */
import { readFileSync } from 'node:fs';
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
