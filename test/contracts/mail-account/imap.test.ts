/** The mailbox over IMAP: against Debian's Dovecot, and against servers that lie. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { imapServer, type ImapOptions } from '../../../src/connectors/mail/imap.ts';
import type { MailConnection, RemoteMessage } from '../../../src/ports/mail-account.ts';
import { startHostileImap, type HostileImap } from '../../support/servers/hostile-imap.ts';
import { startDovecot, type ImapServer } from '../../support/servers/imap-server.ts';

const ANN = 'ann@example.com';
const never = new AbortController().signal;
const mail = (subject: string): string =>
  `From: Bob <bob@example.com>\r\nTo: ${ANN}\r\nSubject: ${subject}\r\nMessage-ID: <${subject}@example.com>\r\n\r\nAbout ${subject}.\r\n`;

async function gathered(messages: AsyncIterable<RemoteMessage>): Promise<RemoteMessage[]> {
  const all: RemoteMessage[] = [];
  for await (const message of messages) all.push(message);
  return all;
}

describe('Dovecot', () => {
  let server: ImapServer;
  beforeAll(async () => {
    server = await startDovecot([ANN]);
    await server.as(ANN, async (client) => {
      for (const subject of ['one', 'two', 'three']) await client.append('INBOX', mail(subject));
    });
  });
  afterAll(() => server.stop());

  const options = (more: Partial<ImapOptions> = {}): ImapOptions => ({
    ...{ host: '127.0.0.1', port: server.port, security: 'none' },
    login: { user: ANN, secret: async () => ({ password: server.password }) },
    ...more,
  });
  const withLine = async <T>(work: (line: MailConnection) => Promise<T>): Promise<T> => {
    const line = await imapServer(options()).connect(never);
    try {
      return await work(line);
    } finally {
      line.close();
    }
  };

  it('reports the role of each folder', () =>
    withLine(async (line) => {
      const roles = new Map((await line.folders()).map(({ path, role }) => [path, role]));
      expect(roles).toEqual(
        new Map([
          ['INBOX', 'inbox'],
          ['Sent', 'sent'],
          ['Drafts', 'drafts'],
          ['Archive', 'archive'],
        ]),
      );
    }));

  it('reads mails byte by byte and leaves them unread', () =>
    withLine(async (line) => {
      await line.open('INBOX');
      const [first] = await line.all();
      const messages = await gathered(line.messages([first?.uid ?? 0, 999_999], 10_000));
      expect(messages.map(({ raw }) => Buffer.from(raw).toString())).toEqual([mail('one')]);
      expect(messages[0]).toMatchObject({ isWhole: true, isSeen: false });
      expect((await line.all()).every(({ isSeen }) => !isSeen)).toBe(true);
    }));

  it('takes no more of a mail than was asked for', () =>
    withLine(async (line) => {
      await line.open('INBOX');
      const [message] = await gathered(line.messages([1], 20));
      expect(message).toMatchObject({ isWhole: false });
      expect(message?.raw.byteLength).toBe(20);
    }));

  it('reports which mails are new, flagged and deleted', () =>
    withLine(async (line) => {
      const { modseq = '', validity } = await line.open('INBOX');
      const change = line.change(20_000, never);
      await server.as(ANN, async (client) => {
        await client.append('INBOX', mail('four'));
        await client.mailboxOpen('INBOX');
        await client.messageFlagsAdd('1', ['\\Seen'], { uid: true });
        await client.messageDelete('2', { uid: true });
      });
      await change;
      expect(await line.open('INBOX')).toMatchObject({ exists: 3, validity });
      const { changed, vanished } = await line.changes(modseq);
      expect(changed.map(({ uid, isSeen }) => [uid, isSeen])).toEqual([
        [1, true],
        [4, false],
      ]);
      expect(vanished).toEqual([2]);
    }));

  it('stores a copy once, also when asked twice', () =>
    withLine(async (line) => {
      for (let time = 0; time < 2; time += 1)
        await line.keepCopy('Sent', Buffer.from(mail('sent')), '<sent@example.com>');
      expect(await line.open('Sent')).toMatchObject({ exists: 1 });
      expect(await line.all()).toMatchObject([{ isSeen: true }]);
    }));

  it('stops waiting on abort, and the connection stays usable', () =>
    withLine(async (line) => {
      await line.open('INBOX');
      const stopping = new AbortController();
      const waiting = line.change(60_000, stopping.signal);
      stopping.abort(new Error('enough'));
      await expect(waiting).rejects.toThrow('enough');
      expect((await line.all()).length).toBe(3);
    }));

  it('accepts only a trusted TLS certificate that names the host', async () => {
    const address = { host: 'localhost', port: server.tlsPort, security: 'tls' } as const;
    const line = await imapServer(options({ ...address, ca: server.certificate.ca })).connect(never);
    expect((await line.folders()).length).toBe(4);
    line.close();
    await expect(imapServer(options(address)).connect(never)).rejects.toMatchObject({ code: 'EXTERNAL_ERROR' });
    const elsewhere = { ...address, host: '127.0.0.1', ca: server.certificate.ca };
    await expect(imapServer(options(elsewhere)).connect(never)).rejects.toMatchObject({ code: 'EXTERNAL_ERROR' });
  });

  it('sends no password where STARTTLS was asked for and is not to be had', async () => {
    await expect(imapServer(options({ security: 'starttls' })).connect(never)).rejects.toMatchObject({
      code: 'EXTERNAL_ERROR',
    });
  });

  it('says that the password is wrong, and leaves no line open', async () => {
    const login = { user: ANN, secret: async () => ({ password: 'wrong' }) };
    await expect(imapServer(options({ login })).connect(never)).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });
  });

  it('does without TLS on this machine alone', () => {
    expect(() => imapServer(options({ host: 'mail.example.com' }))).toThrow('without TLS');
  });
});

describe('a server that lies', () => {
  const hostile: HostileImap[] = [];
  afterAll(() => Promise.all(hostile.map((server) => server.close())));

  const lineTo = async (
    answer: Parameters<typeof startHostileImap>[0],
    more: Partial<ImapOptions> = {},
  ): Promise<{ line: MailConnection; server: HostileImap }> => {
    const server = await startHostileImap(answer);
    hostile.push(server);
    const login = { user: ANN, secret: async () => ({ password: 'any' }) };
    const options = { host: '127.0.0.1', port: server.port, security: 'none' as const, login, ...more };
    return { server, line: await imapServer(options).connect(never) };
  };
  const isLeft = async ({ open }: HostileImap): Promise<void> => {
    await expect.poll(open, { timeout: 10_000 }).toBe(0);
  };

  it('announces a mail of a gigabyte', async () => {
    const { line, server } = await lineTo(
      (command, _tag, socket) =>
        command.startsWith('UID FETCH') && socket.write('* 1 FETCH (UID 1 FLAGS () BODY[]<0> {1073741823}\r\n'),
    );
    await line.open('INBOX');
    await expect(gathered(line.messages([1], 10_000))).rejects.toMatchObject({ code: 'EXTERNAL_ERROR' });
    await isLeft(server);
  });

  it('sends a line that never ends', async () => {
    const { line, server } = await lineTo((command, _tag, socket) => {
      if (!command.startsWith('FETCH')) return false;
      const more = (): void => {
        if (!socket.destroyed && socket.write('x'.repeat(500_000))) setImmediate(more);
        else socket.once('drain', more);
      };
      more();
      return true;
    });
    await line.open('INBOX');
    await expect(line.all()).rejects.toMatchObject({ code: 'EXTERNAL_ERROR' });
    await isLeft(server);
  });

  it('answers without end', async () => {
    const { line, server } = await lineTo((command, _tag, socket) => {
      if (!command.startsWith('FETCH')) return false;
      const some = Array.from({ length: 500 }, (_, at) => `* ${at + 1} FETCH (UID ${at + 1} FLAGS ())\r\n`).join('');
      const more = (): void => {
        if (!socket.destroyed && socket.write(some)) setImmediate(more);
        else socket.once('drain', more);
      };
      more();
      return true;
    });
    await line.open('INBOX');
    await expect(line.all()).rejects.toMatchObject({ message: expect.stringContaining('without end') });
    await isLeft(server);
  });

  it('says that everything there could ever be has gone', async () => {
    const { line, server } = await lineTo((command, tag, socket) => {
      if (!command.startsWith('UID FETCH')) return false;
      return socket.write(`* VANISHED (EARLIER) 1:4294967295\r\n${tag} OK done\r\n`);
    });
    await line.open('INBOX');
    await expect(line.changes('1')).rejects.toMatchObject({ code: 'EXTERNAL_ERROR' });
    await isLeft(server);
  });

  it('keeps talking without ever coming to the point', async () => {
    const { line, server } = await lineTo(
      (command, _tag, socket) => {
        if (!command.startsWith('FETCH')) return false;
        const timer = setInterval(() => socket.write('* OK still at it\r\n'), 20);
        socket.on('close', () => clearInterval(timer));
        return true;
      },
      { questionMs: 300 },
    );
    await line.open('INBOX');
    await expect(line.all()).rejects.toMatchObject({ code: 'EXTERNAL_ERROR' });
    await isLeft(server);
  });

  it('counts wrongly', async () => {
    const { line } = await lineTo(
      (command, tag, socket) =>
        command.startsWith('EXAMINE') &&
        socket.write(`* 4294967295 EXISTS\r\n* OK [UIDVALIDITY 7] ok\r\n${tag} OK [READ-ONLY] done\r\n`),
    );
    await expect(line.open('INBOX')).rejects.toMatchObject({ message: expect.stringContaining('counts') });
    line.close();
  });

  it('sends mails that were not requested', async () => {
    const { line } = await lineTo((command, tag, socket) => {
      if (!command.startsWith('UID FETCH')) return false;
      const sent = [9, 1, 1].map((uid) => `* 1 FETCH (UID ${uid} FLAGS () BODY[]<0> {3}\r\nhey)\r\n`).join('');
      return socket.write(`${sent}${tag} OK done\r\n`);
    });
    await line.open('INBOX');
    expect((await gathered(line.messages([1], 100))).map(({ uid }) => uid)).toEqual([1]);
    line.close();
  });
});
