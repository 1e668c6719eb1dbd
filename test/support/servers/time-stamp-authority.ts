/** A time-stamp authority for tests: `openssl ts -reply` behind HTTP on loopback. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

export interface TimeStampAuthority {
  readonly url: string;
  readonly certificate: string;
  /** Replaces the answer. Undefined answers rightly again. */
  misbehave(answer: ((response: ServerResponse, token: Buffer) => void) | undefined): void;
  close(): Promise<void>;
}

const CONFIG = (folder: string): string => `[tsa]
default_tsa = own
[own]
dir = ${folder}
serial = ${folder}/serial
signer_cert = ${folder}/cert.pem
signer_key = ${folder}/key.pem
certs = ${folder}/cert.pem
signer_digest = sha256
default_policy = 1.2.3.4
digests = sha256
ess_cert_id_alg = sha256
`;

export async function startTimeStampAuthority(folder: string): Promise<TimeStampAuthority> {
  const certificate = join(folder, 'cert.pem');
  const config = join(folder, 'tsa.cnf');
  writeFileSync(config, CONFIG(folder));
  const key = ['-newkey', 'rsa:2048', '-nodes', '-keyout', join(folder, 'key.pem'), '-days', '2', '-subj', '/CN=tsa'];
  const use = ['-addext', 'extendedKeyUsage=critical,timeStamping'];
  execFileSync('openssl', ['req', '-x509', ...key, ...use, '-out', certificate], { stdio: 'pipe' });
  let instead: ((response: ServerResponse, token: Buffer) => void) | undefined;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const [query, reply] = [join(folder, 'query.tsq'), join(folder, 'reply.tsr')];
      writeFileSync(query, Buffer.concat(chunks));
      execFileSync('openssl', ['ts', '-reply', '-config', config, '-queryfile', query, '-out', reply], {
        stdio: 'pipe',
      });
      const token = readFileSync(reply);
      if (instead) instead(response, token);
      else response.end(token);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    certificate,
    misbehave: (answer) => void (instead = answer),
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
