/** P3, P4: mail that was taken in is found and read, through the whole runtime. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { findCorpus, readAwkwardMails, readOrdinaryMails } from '../../support/cases/material.ts';
import { openMailRoom, plainMail, type MailRoom } from '../../support/worlds/mail-room.ts';

let room: MailRoom;
beforeEach(async () => {
  room = await openMailRoom();
});
afterEach(() => room[Symbol.asyncDispose]());

const subjects = async (args: object) => (await room.search(args)).map(({ subject }) => subject);

describe('P4: search_emails', () => {
  test('answers sender, subject, date and summary, the newest first, as untrusted and private', async () => {
    await room.deliver(plainMail({ Subject: 'Older', Date: 'Sat, 1 Mar 2025 10:00:00 +0000' }, 'The first one.'));
    await room.deliver(plainMail({ Subject: 'Newer', Date: 'Sun, 2 Mar 2025 10:00:00 +0000' }, 'The second one.'));
    const found = await room.search();
    expect(found).toMatchObject([
      {
        sender: 'Ann Example <ann@example.com>',
        subject: 'Newer',
        date: '2025-03-02T10:00:00.000Z',
        summary: 'The second one.',
        summaryBy: 'extract',
      },
      { subject: 'Older' },
    ]);
    expect(Object.keys(found[0] ?? {}).slice(0, 5)).toEqual(['id', 'sender', 'subject', 'date', 'summary']);
    for (const name of ['search_emails', 'read_email']) {
      const tool = room.assembly.runtime.registry.requireTool('personal', name);
      expect(tool).toMatchObject({ risk: 'low', labels: { untrusted: true, private: true, sendsOut: false } });
    }
  });

  test('finds all words in subject and summary, and none from further down', async () => {
    const long = 'A sentence that says little. '.repeat(30);
    await room.deliver(plainMail({ Subject: 'Invoice for March' }, `The total is 12 euros. ${long} Xylophone.`));
    await room.deliver(plainMail({ Subject: 'Invoice for April' }, 'The total is 13 euros.'));
    expect(await subjects({ query: 'invoice' })).toHaveLength(2);
    expect(await subjects({ query: 'INVOICE march' })).toEqual(['Invoice for March']);
    expect(await subjects({ query: 'invoice 13' })).toEqual(['Invoice for April']);
    expect(await subjects({ query: 'xylophone' })).toEqual([]);
    expect(await subjects({ query: '"for april"' })).toEqual(['Invoice for April']);
    expect(await subjects({ query: '"april for"' })).toEqual([]);
    expect(await subjects({ query: 'invoi* mar*' })).toEqual(['Invoice for March']);
    expect(await subjects({ query: 'invoi' })).toEqual([]);
    expect(await subjects({ subject: 'total' })).toEqual([]);
    expect(await subjects({ subject: 'april' })).toEqual(['Invoice for April']);
  });

  test.each([
    ['Crème brûlée', 'creme BRULEE'],
    ['Grüße aus Łódź', 'grusse lodz'],
    ['Привет, Ёж', 'еж'],
    ['東京都の会議について', '京都'],
    ['東京都の会議について', '会'],
    ['明天下午的会议', '会议'],
    ['내일 회의가 있습니다', '회의'],
    ['การประชุมพรุ่งนี้', 'ประชุม'],
    ['Ελληνικά νέα', 'ΕΛΛΗΝΙΚΑ'],
    ['ｆｕｌｌ width', 'full'],
  ])('finds %s by %s', async (subject, query) => {
    await room.deliver(plainMail({ Subject: `=?utf-8?b?${Buffer.from(subject).toString('base64')}?=` }));
    await room.deliver(plainMail({ Subject: 'Something else', 'Message-ID': '<2@example.com>' }));
    expect(await subjects({ query })).toEqual([subject.normalize()]);
  });

  test.each([
    '"',
    '""',
    "'",
    '*',
    '()',
    'AND',
    'OR',
    'NOT x',
    'NEAR(a b)',
    'subject:x',
    '{subject} : x',
    'a" OR "b',
    'x*y',
    '-plain',
    '^plain',
    'plain)',
    '%',
    '_',
    '\0',
    '\\',
    ';--',
    'a AND',
    '"unclosed',
  ])('takes %j as words and not as syntax', async (query) => {
    await room.deliver(plainMail());
    const outcome = await room.call('search_emails', { query });
    expect(outcome.state).toBe('ok');
    expect((await room.call('search_emails', { sender: query, subject: query })).state).toBe('ok');
  });

  test('filters by sender, by date and by what is unread', async () => {
    const mail = (from: string, day: number) =>
      plainMail({
        From: from,
        Subject: `Day ${day}`,
        Date: `${day} Mar 2025 12:00:00 +0000`,
        'Message-ID': `<${day}@x>`,
      });
    await room.deliver(mail('Ann Müller <ann@example.com>', 1));
    await room.deliver(mail('Bob <bob@example.com>', 2));
    await room.deliver(mail('Ann <ann@other.example>', 3));
    expect(await subjects({ sender: 'ann@example.com' })).toEqual(['Day 1']);
    expect(await subjects({ sender: 'ANN@EXAMPLE.COM' })).toEqual(['Day 1']);
    expect(await subjects({ sender: '@example.com' })).toEqual(['Day 2', 'Day 1']);
    expect(await subjects({ sender: 'muller' })).toEqual(['Day 1']);
    expect(await subjects({ sender: 'nn@example.com' })).toEqual([]);
    await room.deliver(mail(`"O'Brien, Tim" <tim.o'brien@example.org>`, 4));
    expect(await subjects({ sender: "tim.o'brien@example.org" })).toEqual(['Day 4']);
    expect(await subjects({ query: 'day', sender: 'ann', startDate: '2025-03-02' })).toEqual(['Day 3']);
    expect(await subjects({ startDate: '2025-03-02', endDate: '2025-03-02' })).toEqual(['Day 2']);
    expect(await subjects({ endDate: '2025-03-01T11:59:59Z' })).toEqual([]);
    expect(await subjects({ endDate: '2025-03-01T12:00:00Z' })).toEqual(['Day 1']);
    expect(await subjects({ limit: 2 })).toEqual(['Day 4', 'Day 3']);
    expect(await subjects({ folder: 'inbox' })).toHaveLength(4);
    expect(await subjects({ folder: 'sent' })).toEqual([]);
    const [first] = await room.search({ sender: 'bob' });
    await room.read(first?.id ?? '');
    expect(await subjects({ unreadOnly: true })).toEqual(['Day 4', 'Day 3', 'Day 1']);
    expect(await subjects({ unreadOnly: true, query: 'day' })).toEqual(['Day 4', 'Day 3', 'Day 1']);
    for (const args of [
      { startDate: 'yesterday' },
      { limit: 0 },
      { limit: 101 },
      { nope: 1 },
      { startDate: '2025-13-41' },
    ])
      expect(await room.call('search_emails', args)).toMatchObject({ error: { code: 'INVALID_ARGUMENTS' } });
  });

  test('puts first by relevance what is most about it', async () => {
    await room.deliver(plainMail({ Subject: 'Budget budget', Date: '1 Mar 2025 12:00:00 +0000' }, 'The budget.'));
    await room.deliver(
      plainMail(
        { Subject: 'Other things', Date: '2 Mar 2025 12:00:00 +0000' },
        'Among much else, there is the budget to be talked about some day.',
      ),
    );
    expect(await subjects({ query: 'budget' })).toEqual(['Other things', 'Budget budget']);
    expect(await subjects({ query: 'budget', order: 'relevance' })).toEqual(['Budget budget', 'Other things']);
  });
});

describe('P4: read_email', () => {
  test('brings the whole body, quoted history apart, and lists what is attached', async () => {
    const mixed = [
      'Content-Type: multipart/mixed; boundary=b',
      '',
      '--b',
      'Content-Type: text/html; charset=utf-8',
      '',
      '<p>Yes, <b>gladly</b>.</p><div>On Monday Ann wrote:</div><blockquote>Lunch?</blockquote>',
      '--b',
      'Content-Type: application/zip; name="../../etc/bomb.zip"',
      'Content-Transfer-Encoding: base64',
      '',
      'UEsDBAoAAAAAAA==',
      '--b--',
    ].join('\r\n');
    const { id } = await room.deliver(plainMail({}, '').replace(/\r\n\r\n[\s\S]*$/, `\r\n${mixed}`));
    expect(await room.read(id)).toMatchObject({
      id,
      body: 'Yes, gladly.',
      quoted: 'On Monday Ann wrote:\n\n> Lunch?',
      to: ['inbox@example.com'],
      attachments: [{ name: 'bomb.zip', type: 'application/zip', size: 10 }],
    });
  });

  test('knows only ids of this mailbox', async () => {
    for (const id of ['none', 'm0', "m' or 1=1", 'mzzzzzzzzzzz', '../x'])
      expect(await room.call('read_email', { id })).toMatchObject({ state: 'failed', error: { code: 'NOT_FOUND' } });
  });

  test('a body beyond the budget is cut and can be read on', async () => {
    const { id } = await room.deliver(plainMail({}, 'word '.repeat(60_000)));
    expect(await room.call('read_email', { id })).toMatchObject({
      state: 'ok',
      truncated: { parts: [{ path: '/body' }] },
    });
  });
});

describe('P3: exactly once', () => {
  test('the same bytes are one mail, however often and at once they come', async () => {
    const delivered = await Promise.all(Array.from({ length: 20 }, () => room.deliver(plainMail())));
    expect(new Set(delivered.map(({ id }) => id)).size).toBe(1);
    expect(delivered.filter(({ state }) => state === 'stored')).toHaveLength(1);
    expect(await room.search()).toHaveLength(1);
    const records = await room.assembly.runtime.audit.read({ limit: 1_000 });
    expect(records.filter(({ kind }) => kind === 'mail.received')).toHaveLength(1);
  });

  test('the same message id with other content is a second mail, and both are marked', async () => {
    await room.deliver(plainMail({}, 'The true one.'));
    await room.deliver(plainMail({}, 'The other one.'));
    const found = await room.search();
    expect(found).toHaveLength(2);
    for (const { note } of found) expect(note).toContain('same message id');
    await room.deliver(plainMail({ 'Message-ID': undefined }, 'One without.'));
    await room.deliver(plainMail({ 'Message-ID': undefined }, 'Another without.'));
    expect((await room.search()).filter(({ note }) => note !== undefined)).toHaveLength(2);
  });

  test('mails of the same second stay apart', async () => {
    const mails = Array.from({ length: 300 }, (_, at) =>
      plainMail({ Subject: `Number ${at}`, 'Message-ID': `<${at}@x>` }),
    );
    const delivered = await Promise.all(mails.map((mail) => room.deliver(mail)));
    expect(new Set(delivered.map(({ id }) => id)).size).toBe(300);
  });
});

describe('P3: real mail', () => {
  test('a thousand messages and the awkward ones go through, and none is lost', async () => {
    const all = [...readOrdinaryMails(), ...readAwkwardMails()];
    expect(all.length).toBeGreaterThan(findCorpus('mail/ham') ? 1_200 : 1_000);
    const delivered = await Promise.all(all.map(({ bytes }) => room.deliver(bytes)));
    const ids = [...new Set(delivered.map(({ id }) => id))];
    const stored = delivered.filter(({ state }) => state === 'stored').length;
    expect(stored).toBe(new Set(all.map(({ bytes }) => Buffer.from(bytes).toString('base64'))).size);
    expect(ids).toHaveLength(stored);
    // Each can be read, and is found again by its own sender and subject.
    let found = 0;
    for (const [at, { id, sender, subject }] of delivered.entries()) {
      if (at % 10 !== 0) continue;
      const mail = await room.read(id);
      expect(mail.sender).toBe(sender);
      const address = /<([^>]+)>/.exec(sender)?.[1] ?? sender;
      if (!address.includes('@') || !/[a-z]/i.test(subject)) continue;
      const hits = await room.search({
        sender: address,
        subject,
        limit: 100,
        startDate: mail.date,
        endDate: mail.date,
      });
      expect(hits.map((hit) => hit.id)).toContain(id);
      found += 1;
    }
    expect(found).toBeGreaterThan(100);
    expect(await room.assembly.runtime.audit.verify()).toMatchObject({ ok: true });
  });
});
