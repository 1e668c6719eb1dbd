/** P2: who wrote what was forwarded, and what a provider asks before it forwards by itself. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';

import { deputize } from '../../support/processes/command-line.ts';
import { openMailRoom, plainMail, type MailRoom } from '../../support/worlds/mail-room.ts';
import { startServer } from '../../support/servers/test-server.ts';

let room: MailRoom;
beforeEach(async () => {
  room = await openMailRoom();
});
afterEach(() => room[Symbol.asyncDispose]());

const LINK = 'https://mail-settings.google.com/mail/vf-%5Bexample%5D-abc';
const confirmation = plainMail(
  {
    From: 'Gmail Team <forwarding-noreply@google.com>',
    Subject: '(#123456789) Gmail Forwarding Confirmation - Receive Mail from ada@gmail.com',
  },
  `ada@gmail.com has requested to automatically forward mail to your email\r\naddress inbox@example.com.\r\nConfirmation code: 123456789\r\n\r\n${LINK}\r\n`,
);

describe('P2: the original of a forwarded mail', () => {
  test('is found inline, and the mail is found by it', async () => {
    await room.deliver(
      plainMail(
        { From: 'Ada <ada@example.com>', Subject: 'Fwd: Lunch on Friday', Date: 'Tue, 4 Mar 2025 09:00:00 +0100' },
        'FYI\r\n\r\n---------- Forwarded message ---------\r\nFrom: Ben Carter <ben@carter.example>\r\nDate: Mon, Mar 3, 2025 at 2:05 PM\r\nSubject: Lunch on Friday\r\nTo: <ada@example.com>\r\n\r\n\r\nShall we meet at noon?\r\n',
      ),
    );
    for (const asked of [
      { sender: 'ben@carter.example' },
      { sender: 'carter' },
      { sender: 'ada@example.com' },
      { query: 'lunch' },
    ])
      expect(await room.search(asked)).toMatchObject([
        {
          sender: 'Ada <ada@example.com>',
          isForward: true,
          originalSender: 'Ben Carter <ben@carter.example>',
          originalSubject: 'Lunch on Friday',
          originalDate: '2025-03-03T13:05:00.000Z',
        },
      ]);
  });

  test('is found in HTML, as Outlook and Apple Mail write it', async () => {
    const outlook = `<div>FYI</div><hr><div><b>From:</b> Ben Carter &lt;ben@carter.example&gt;<br><b>Sent:</b> Monday, March 3, 2025 2:05 PM<br><b>To:</b> Ada &lt;ada@example.com&gt;<br><b>Subject:</b> Lunch on Friday</div><div><br></div><p>Shall we?</p>`;
    const apple = `<div>FYI</div><br><blockquote type="cite"><div>Begin forwarded message:</div><br><div><b>From: </b>Ben Carter &lt;<a href="mailto:ben@carter.example">ben@carter.example</a>&gt;</div><div><b>Subject: </b><b>Lunch on Friday</b></div><div><b>Date: </b>March 3, 2025 at 2:05:00 PM GMT+1</div><div><b>To: </b>Ada</div><br><div>Shall we?</div></blockquote>`;
    for (const [at, html] of [outlook, apple].entries()) {
      const headers = {
        Subject: 'FW: Lunch',
        'Content-Type': 'text/html; charset=utf-8',
        'Message-ID': `<${at}@x>`,
        Date: 'Tue, 4 Mar 2025 09:00:00 +0100',
      };
      const { id } = await room.deliver(plainMail(headers, html));
      expect(await room.read(id)).toMatchObject({
        originalSender: 'Ben Carter <ben@carter.example>',
        originalSubject: 'Lunch on Friday',
        originalDate: '2025-03-03T13:05:00.000Z',
        body: expect.stringContaining('Shall we?') as string,
      });
    }
  });

  test.each(['attachment; filename="Lunch.eml"', 'inline', undefined])(
    'is found in an attached mail (%s)',
    async (disposition) => {
      const inner = plainMail(
        { From: 'Ben Carter <ben@carter.example>', Subject: 'Lunch on Friday' },
        'Shall we meet at noon?',
      );
      const part = `Content-Type: message/rfc822${disposition === undefined ? '' : `\r\nContent-Disposition: ${disposition}`}`;
      const { id } = await room.deliver(
        plainMail(
          { From: 'ada@example.com', Subject: 'Lunch', 'Content-Type': 'multipart/mixed; boundary=b' },
          `--b\r\nContent-Type: text/plain\r\n\r\nFYI\r\n--b\r\n${part}\r\n\r\n${inner}\r\n--b--`,
        ),
      );
      expect(await room.read(id)).toMatchObject({
        sender: 'ada@example.com',
        originalSender: 'Ben Carter <ben@carter.example>',
        originalDate: '2025-03-03T14:05:00.000Z',
        body: 'FYI\n\nShall we meet at noon?',
        attachments: [{ type: 'message/rfc822' }],
      });
    },
  );

  test('of a mail that the provider forwarded by itself, the sender is who wrote it', async () => {
    await room.deliver(
      plainMail({ 'X-Forwarded-To': 'inbox@example.com', 'X-Forwarded-For': 'ada@gmail.com inbox@example.com' }),
    );
    const [found] = await room.search();
    expect(found?.sender).toBe('Ann Example <ann@example.com>');
    expect(found).not.toHaveProperty('originalSender');
  });
});

describe('P2: a provider’s confirmation', () => {
  test('is shown to the person with code and link, and to the assistant without them', async () => {
    const { id, isConfirmation } = await room.deliver(confirmation);
    expect(isConfirmation).toBe(true);
    expect(await room.assembly.mail.mailbox('owner').notices()).toMatchObject([
      { id, provider: 'Gmail', account: 'ada@gmail.com', code: '123456789', link: LINK },
    ]);
    const [found] = await room.search();
    expect(found?.['note']).toContain('Only the person may answer it');
    const records = await room.assembly.runtime.audit.read({ limit: 100 });
    const told = records.find(({ kind }) => kind === 'notification');
    expect(told?.body).toMatchObject({ user: 'owner', topic: 'mail.confirmation', noticeId: id, provider: 'Gmail' });
    for (const secret of ['123456789', 'vf-']) expect(JSON.stringify(records)).not.toContain(secret);
  });

  test('is shown and put away by command', async () => {
    const { id } = await room.deliver(confirmation);
    const flags = ['--data', room.data];
    expect((await deputize(['mail', 'notices', ...flags])).json).toMatchObject({
      notices: [{ id, code: '123456789' }],
    });
    const { out } = await deputize(['mail', 'notices', ...flags], { plain: true });
    expect(out).toContain('123456789');
    expect(out).toContain('only if you have just set this forwarding up yourself');
    expect((await deputize(['mail', 'dismiss', id, ...flags])).json).toEqual({ dismissed: id });
    expect((await deputize(['mail', 'dismiss', id, ...flags])).json).toMatchObject({ error: { code: 'NOT_FOUND' } });
    expect((await deputize(['mail', 'notices', ...flags])).json).toEqual({ notices: [] });
    expect((await deputize(['mail', 'nonsense', ...flags])).code).toBe(2);
  });

  test('is reported on the WebSocket when it arrives', async () => {
    await using server = await startServer();
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}/ws`, {
      headers: { authorization: `Bearer ${server.personToken}` },
    });
    const told = new Promise<Record<string, unknown>>((resolve) =>
      socket.on('message', (data: Buffer) => {
        const message = JSON.parse(data.toString()) as Record<string, unknown>;
        if (message['type'] === 'ready')
          void server.server.assembly.mail.inbox.deliver(new TextEncoder().encode(confirmation), { via: 'smtp' });
        if (message['type'] === 'notification') resolve(message);
      }),
    );
    expect(await told).toMatchObject({ topic: 'mail.confirmation', provider: 'Gmail' });
    socket.terminate();
  });

  test('from a sender that only claims to be a provider is an ordinary mail', async () => {
    const forged = confirmation.replace('forwarding-noreply@google.com', 'forwarding-noreply@google.example');
    expect((await room.deliver(forged)).isConfirmation).toBe(false);
    expect(await room.assembly.mail.mailbox('owner').notices()).toEqual([]);
  });
});
