/** A certificate authority of the test's own, and a certificate by it for one name. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface TestCertificate {
  readonly ca: string;
  readonly key: string;
  readonly cert: string;
}

export function certificateFor(name: string): TestCertificate {
  const folder = mkdtempSync(join(tmpdir(), 'certificate-'));
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
  try {
    const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
    openssl('req', '-x509', ...newKey, '-keyout', 'ca.key', '-out', 'ca.pem', '-days', '2', '-subj', '/CN=Test CA');
    openssl('req', ...newKey, '-keyout', 'site.key', '-out', 'site.csr', '-subj', `/CN=${name}`);
    writeFileSync(join(folder, 'names'), `subjectAltName=DNS:${name}`);
    const signing = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-days', '2', '-extfile', 'names'];
    openssl('x509', '-req', '-in', 'site.csr', '-out', 'site.pem', ...signing);
    const read = (file: string) => readFileSync(join(folder, file), 'utf8');
    return { ca: read('ca.pem'), key: read('site.key'), cert: read('site.pem') };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
