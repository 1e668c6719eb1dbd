/** Debian's Dovecot for tests: a separate process on loopback, in a temporary folder, with users from a file. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';

import { ImapFlow } from 'imapflow';

import { provision } from '../../../scripts/provision.ts';
import { certificateFor, type TestCertificate } from './test-certificate.ts';

export interface ImapServer {
  readonly port: number;
  readonly tlsPort: number;
  readonly certificate: TestCertificate;
  readonly password: string;
  /** Works in the mailbox as the person's own mail program would. */
  as<T>(user: string, work: (client: ImapFlow) => Promise<T>): Promise<T>;
  /** Where the mails of a folder are files, for putting many there at once. */
  maildir(user: string): string;
  stop(): Promise<void>;
}

/** Every user has a mailbox as soon as they sign in. Servers on Debian run it as root, which then gives mail to another user. */
export async function startDovecot(users: readonly string[]): Promise<ImapServer> {
  const program = (await provision(['dovecot'])).get('dovecot') ?? '';
  const folder = mkdtempSync(join(tmpdir(), 'deputize-dovecot-'));
  const password = 'correct horse';
  const [port, tlsPort] = [await freePort(), await freePort()];
  const certificate = certificateFor('localhost');
  const owner = ownerOfMail();
  mkdirSync(join(folder, 'mail'));
  for (const [name, text] of Object.entries({ 'tls.key': certificate.key, 'tls.pem': certificate.cert }))
    writeFileSync(join(folder, name), text, { mode: 0o600 });
  writeFileSync(join(folder, 'users'), users.map((user) => `${user}:{PLAIN}${password}\n`).join(''));
  chownSync(join(folder, 'mail'), owner.uid, owner.gid);
  chownSync(folder, owner.uid, owner.gid);
  writeFileSync(join(folder, 'dovecot.conf'), configuration(folder, owner, port, tlsPort));
  const child = spawn(program, ['-F', '-c', join(folder, 'dovecot.conf')], { stdio: ['ignore', 'pipe', 'pipe'] });
  let log = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (log = (log + chunk.toString()).slice(-4_000)));
  const closed = once(child, 'close');
  const end = () => child.kill('SIGTERM');
  process.once('exit', end);
  const deadline = Date.now() + 30_000;
  while (!(await answers(port))) {
    if (child.exitCode !== null || Date.now() > deadline) throw new Error(`${program} did not start:\n${log}`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  return {
    ...{ port, tlsPort, certificate, password },
    maildir: (user) => join(folder, 'mail', user),
    async as(user, work) {
      const auth = { user, pass: password };
      const client = new ImapFlow({ host: '127.0.0.1', port, secure: false, doSTARTTLS: false, auth, logger: false });
      client.on('error', () => undefined);
      await client.connect();
      try {
        return await work(client);
      } finally {
        await client.logout();
      }
    },
    async stop() {
      process.off('exit', end);
      end();
      await closed;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function configuration(
  folder: string,
  { name, group, uid, gid }: ReturnType<typeof ownerOfMail>,
  port: number,
  tlsPort: number,
): string {
  const listener = (title: string, at: number, ssl: string) =>
    `inet_listener ${title} {\n address = 127.0.0.1\n port = ${at}\n ssl = ${ssl}\n }`;
  return `
protocols = imap
listen = 127.0.0.1
base_dir = ${folder}/run
state_dir = ${folder}/state
log_path = /dev/stderr
default_internal_user = ${name}
default_internal_group = ${group}
default_login_user = ${name}
first_valid_uid = 1
first_valid_gid = 0
mail_uid = ${uid}
mail_gid = ${gid}
mail_location = maildir:${folder}/mail/%u
mail_fsync = never
mail_max_userip_connections = 100
disable_plaintext_auth = no
auth_mechanisms = plain login
ssl = yes
ssl_cert = <${folder}/tls.pem
ssl_key = <${folder}/tls.key
service imap-login {
  chroot =
  ${listener('imap', port, 'no')}
  ${listener('imaps', tlsPort, 'yes')}
}
service anvil {
  chroot =
}
service stats {
  chroot =
}
passdb {
  driver = passwd-file
  args = ${folder}/users
}
userdb {
  driver = static
  args = uid=${uid} gid=${gid} home=${folder}/mail/%u
}
namespace inbox {
  inbox = yes
  separator = /
  mailbox Sent {
    special_use = \\Sent
    auto = create
  }
  mailbox Drafts {
    special_use = \\Drafts
    auto = create
  }
  mailbox Archive {
    special_use = \\Archive
    auto = create
  }
}
`;
}

/** Dovecot does not serve mail as root. */
function ownerOfMail(): { name: string; group: string; uid: number; gid: number } {
  if (process.getuid?.() === 0) return { name: 'nobody', group: 'nogroup', uid: 65_534, gid: 65_534 };
  const { username, uid, gid } = userInfo();
  return { name: username, group: username, uid, gid };
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const done = (is: boolean): void => {
      socket.destroy();
      resolve(is);
    };
    socket.once('data', () => done(true)).once('error', () => done(false));
    socket.once('close', () => done(false));
  });
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
