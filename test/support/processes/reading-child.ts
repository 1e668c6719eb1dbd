/** Tries to read a file of the machine, and reports the result. */
import { readFileSync } from 'node:fs';

let reason = '';
try {
  reason = readFileSync('/etc/hostname', 'utf8');
} catch (error) {
  reason = error instanceof Error && 'code' in error ? String(error.code) : 'failed';
}
process.stdout.write(JSON.stringify({ reason }));
