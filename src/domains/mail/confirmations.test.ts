import { describe, expect, test } from 'vitest';

import { findConfirmation } from './confirmations.ts';

const GOOGLE = 'Gmail Team <forwarding-noreply@google.com>';
const LINK = 'https://mail-settings.google.com/mail/vf-%5BANGjdJ8example%5D-abc_DEF';
const gmail = (subject: string, text: string) => findConfirmation({ sender: GOOGLE, subject, text });

describe('Gmail', () => {
  test.each([
    [
      '(#123456789) Gmail Forwarding Confirmation - Receive Mail from ada@gmail.com',
      `ada@gmail.com has requested to automatically forward mail to your email address inbox@example.com.\nConfirmation code: 123456789\n\nTo allow ada@gmail.com to automatically forward mail, click the link below to confirm the request:\n\n${LINK}\n\nIf you click the link and it appears to be broken …\n\nhttps://mail-settings.google.com/mail/uf-cancel`,
    ],
    [
      'Gmail-Weiterleitungsbestätigung (#123456789) – E-Mails von ada@gmail.com empfangen',
      `ada@gmail.com möchte E-Mails automatisch an Ihre Adresse weiterleiten.\nBestätigungscode: 123456789\n${LINK}`,
    ],
    [
      '(#123456789) Confirmation du transfert Gmail - Recevoir les messages de ada@gmail.com',
      `ada@gmail.com a demandé le transfert automatique de ses messages.\nCode de confirmation : 123456789\n${LINK}`,
    ],
    ['（#123456789）Gmail の転送の確認 - ada@gmail.com からのメールを受信します', `確認コード: 123456789\n${LINK}`],
  ])('%s', (subject, text) => {
    expect(gmail(subject, text)).toEqual({
      provider: 'Gmail',
      account: 'ada@gmail.com',
      code: '123456789',
      link: LINK,
    });
  });
});

test.each([
  [
    'Zoho',
    'Zoho Mail <noreply@zoho.com>',
    'Confirm your email forwarding',
    'Your verification code for email forwarding from ada@zohomail.com is 482913.\nhttps://mail.zoho.com/forward/verify?code=482913',
    { account: 'ada@zohomail.com', code: '482913', link: 'https://mail.zoho.com/forward/verify?code=482913' },
  ],
  [
    'Proton',
    'Proton <no-reply@notify.proton.me>',
    'ada@proton.me wants to forward emails to you',
    'Accept the forwarding request: https://account.proton.me/forwarding/accept/abcDEF123',
    { account: 'ada@proton.me', code: undefined, link: 'https://account.proton.me/forwarding/accept/abcDEF123' },
  ],
  [
    'Yahoo',
    'Yahoo <no-reply@cc.yahoo-inc.com>',
    'Please verify your forwarding address',
    'ada@yahoo.com asked to forward mail here. https://mail.yahoo.com/verify-forward?token=abc.',
    { account: 'ada@yahoo.com', code: undefined, link: 'https://mail.yahoo.com/verify-forward?token=abc' },
  ],
  [
    'Yandex',
    'Яндекс Почта <noreply@yandex.ru>',
    'Подтверждение пересылки писем',
    'Код подтверждения: 552817. С ящика ada@yandex.ru',
    { account: 'ada@yandex.ru', code: '552817', link: undefined },
  ],
])('%s is recognised', (provider, sender, subject, text, found) => {
  expect(findConfirmation({ sender, subject, text })).toEqual({ provider, ...found });
});

describe('what is none', () => {
  test.each([
    ['somebody else who says so', 'Gmail <forwarding-noreply@google.com.evil.example>'],
    ['a name that looks like an address', '"forwarding-noreply@google.com" <x@evil.example>'],
    ['nobody', ''],
  ])('%s', (_, sender) => {
    expect(
      findConfirmation({
        sender,
        subject: '(#123456789) Gmail Forwarding Confirmation',
        text: `Confirmation code: 123456789 ${LINK}`,
      }),
    ).toBeUndefined();
  });

  test('other mail of a provider', () => {
    for (const subject of ['Security alert', 'Your invoice is ready', 'Forward to a friend'])
      expect(
        findConfirmation({
          sender: 'Google <no-reply@accounts.google.com>',
          subject,
          text: 'Hello https://google.com/',
        }),
      ).toBeUndefined();
  });

  test.each([
    'https://google.com.evil.example/mail/vf-1',
    'https://google.com@evil.example/mail/vf-1',
    'http://mail-settings.google.com/mail/vf-1',
    'https://evil.example/?u=https://mail-settings.google.com/mail/vf-1',
  ])('the link %s is not shown as theirs', (link) => {
    expect(gmail('(#123456789) Gmail Forwarding Confirmation', `code: 123456789\n${link}`)?.link).toBeUndefined();
  });
});
