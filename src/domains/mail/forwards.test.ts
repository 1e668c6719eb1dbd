import { describe, expect, test } from 'vitest';

import { findOriginal } from './forwards.ts';

const ZONE = 60;
const find = (text: string, subject = 'Fwd: Lunch') => findOriginal(text, subject, ZONE);
const at = (iso: string) => Date.parse(iso);

describe('Gmail', () => {
  const body = (mark: string, from: string, date: string) =>
    `See below.\n\n${mark}\n${from}: Ann Example <ann@example.com>\nDate: ${date}\nSubject: Lunch on Friday\nTo: <bob@example.com>\n\n\nShall we?\n`;

  test.each([
    ['---------- Forwarded message ---------', 'From', 'Mon, Mar 3, 2025 at 2:05 PM'],
    ['---------- Forwarded message ---------', 'Von', 'Mo., 3. März 2025 um 14:05 Uhr'],
    ['---------- Forwarded message ---------', 'De', 'lun. 3 mars 2025 à 14:05'],
    ['---------- Forwarded message ---------', 'De', 'lun, 3 mar 2025 a las 14:05'],
    ['---------- Forwarded message ---------', 'Da', 'lun 3 mar 2025 alle ore 14:05'],
    ['---------- Forwarded message ---------', 'De', 'seg., 3 de mar. de 2025 às 14:05'],
    ['---------- Forwarded message ---------', 'Van', 'ma 3 mrt 2025 om 14:05'],
    ['---------- Forwarded message ---------', 'Od', 'pon., 3 mar 2025 o 14:05'],
    ['---------- Forwarded message ---------', 'От', 'пн, 3 мар. 2025 г. в 14:05'],
    ['---------- Forwarded message ---------', 'Från', 'mån 3 mars 2025 kl 14:05'],
    ['---------- Forwarded message ---------', 'Gönderen', '3 Mar 2025 Pzt, 14:05'],
    ['---------- Forwarded message ---------', '差出人', '2025年3月3日(月) 14:05'],
    ['---------- Forwarded message ---------', '发件人', '2025年3月3日周一 14:05'],
    ['---------- Forwarded message ---------', '보낸사람', '2025년 3월 3일 (월) 오후 2:05'],
  ])('%s, %s, %s', (mark, from, date) => {
    expect(find(body(mark, from, date))).toEqual({
      sender: 'Ann Example <ann@example.com>',
      subject: 'Lunch on Friday',
      date: at('2025-03-03T14:05:00+01:00'),
    });
  });
});

describe('Apple Mail', () => {
  test.each([
    ['Begin forwarded message:', 'From', 'Subject', 'Date', 'March 3, 2025 at 2:05:09 PM GMT+1', 'To'],
    ['Anfang der weitergeleiteten Nachricht:', 'Von', 'Betreff', 'Datum', '3. März 2025 um 14:05:09 MEZ', 'An'],
    ['Début du message réexpédié :', 'De', 'Objet', 'Date', '3 mars 2025 à 14:05:09 UTC+1', 'À'],
    ['Inicio del mensaje reenviado:', 'De', 'Asunto', 'Fecha', '3 de marzo de 2025, 14:05:09 CET', 'Para'],
    ['Inizio messaggio inoltrato:', 'Da', 'Oggetto', 'Data', '3 marzo 2025 alle ore 14:05:09 CET', 'A'],
    ['Begin doorgestuurd bericht:', 'Van', 'Onderwerp', 'Datum', '3 maart 2025 om 14:05:09 CET', 'Aan'],
    ['転送されたメッセージ：', '差出人', '件名', '日付', '2025年3月3日 14:05:09 GMT+1', '宛先'],
    ['开始转发的邮件：', '发件人', '主题', '日期', '2025年3月3日 GMT+1 14:05:09', '收件人'],
  ])('%s', (mark, from, subject, date, when, to) => {
    const quoted = [
      mark,
      '',
      `${from}: Ann Example <ann@example.com>`,
      `${subject}: Lunch on Friday`,
      `${date}: ${when}`,
      `${to}: bob@example.com`,
      '',
      'Shall we?',
    ];
    for (const prefix of ['', '> '])
      expect(find(['Hm.', '', ...quoted.map((line) => prefix + line)].join('\n'))).toEqual({
        sender: 'Ann Example <ann@example.com>',
        subject: 'Lunch on Friday',
        date: at('2025-03-03T14:05:09+01:00'),
      });
  });
});

describe('Outlook', () => {
  const block = (
    words: readonly [string, string, string, string],
    date: string,
    from = 'Ann Example <ann@example.com>',
  ) =>
    `\n________________________________\n${words[0]}: ${from}\n${words[1]}: ${date}\n${words[2]}: Bob <bob@example.com>\n${words[3]}: Lunch on Friday\n\nShall we?`;

  test.each([
    [['From', 'Sent', 'To', 'Subject'], 'Monday, March 3, 2025 2:05 PM', 'FW: Lunch'],
    [['Von', 'Gesendet', 'An', 'Betreff'], 'Montag, 3. März 2025 14:05', 'WG: Lunch'],
    [['De ', 'Envoyé ', 'À ', 'Objet '], 'lundi 3 mars 2025 14:05', 'TR : Lunch'],
    [['De', 'Enviado', 'Para', 'Asunto'], 'lunes, 3 de marzo de 2025 14:05', 'RV: Lunch'],
    [['Da', 'Inviato', 'A', 'Oggetto'], 'lunedì 3 marzo 2025 14:05', 'I: Lunch'],
    [['De', 'Enviado em', 'Para', 'Assunto'], 'segunda-feira, 3 de março de 2025 14:05', 'ENC: Lunch'],
    [['Od', 'Wysłano', 'Do', 'Temat'], 'poniedziałek, 3 marca 2025 14:05', 'PD: Lunch'],
    [['От', 'Отправлено', 'Кому', 'Тема'], '3 марта 2025 г. 14:05', 'FW: Lunch'],
    [['Från', 'Skickat', 'Till', 'Ämne'], 'den 3 mars 2025 14:05', 'VB: Lunch'],
    [['发件人', '发送时间', '收件人', '主题'], '2025年3月3日 14:05', '转发: Lunch'],
    [['差出人', '送信日時', '宛先', '件名'], '2025年3月3日 14:05', 'FW: Lunch'],
  ] as const)('%j', (words, date, subject) => {
    expect(find(block(words, date), subject)).toEqual({
      sender: 'Ann Example <ann@example.com>',
      subject: 'Lunch on Friday',
      date: at('2025-03-03T14:05:00+01:00'),
    });
  });

  test.each([
    ['Ann Example [mailto:ann@example.com]', 'Ann Example <ann@example.com>'],
    ['"Ann Example" <ann@example.com<mailto:ann@example.com>>', 'Ann Example <ann@example.com>'],
    ['ann@example.com', 'ann@example.com'],
    ["'ann@example.com'", 'ann@example.com'],
    ["Tim O'Brien <tim.o'brien@example.com>", "Tim O'Brien <tim.o'brien@example.com>"],
    ['Ann Example', 'Ann Example'],
    ['*Ann Example* <ann@example.com>', '*Ann Example* <ann@example.com>'],
  ])('reads a sender written as %s', (written, sender) => {
    expect(
      find(block(['From', 'Sent', 'To', 'Subject'], 'Monday, March 3, 2025 2:05 PM', written), 'FW: x'),
    ).toMatchObject({
      sender,
    });
  });

  test('the same block under an answer is no forward', () => {
    expect(
      find(block(['From', 'Sent', 'To', 'Subject'], 'Monday, March 3, 2025 2:05 PM'), 'RE: Lunch'),
    ).toBeUndefined();
    expect(
      find(`-----Original Message-----${block(['From', 'Sent', 'To', 'Subject'], 'x')}`, 'RE: Lunch'),
    ).toBeUndefined();
  });

  test('labels in bold type are read', () => {
    const text =
      '*From:* Ann Example <ann@example.com>\n*Sent:* Monday, March 3, 2025 2:05 PM\n*To:* Bob\n*Subject:* Lunch on Friday\n\nHi';
    expect(find(text, 'FW: Lunch')).toMatchObject({
      sender: 'Ann Example <ann@example.com>',
      subject: 'Lunch on Friday',
    });
  });
});

describe('Thunderbird', () => {
  test.each([
    ['-------- Forwarded Message --------', 'Subject', 'Date', 'Mon, 3 Mar 2025 14:05:09 +0100', 'From', 'To'],
    ['-------- Weitergeleitete Nachricht --------', 'Betreff', 'Datum', 'Mon, 3 Mar 2025 14:05:09 +0100', 'Von', 'An'],
    ['-------- Message transféré --------', 'Sujet ', 'Date ', 'Mon, 3 Mar 2025 14:05:09 +0100', 'De ', 'Pour '],
    ['-------- Mensaje reenviado --------', 'Asunto', 'Fecha', 'Mon, 3 Mar 2025 14:05:09 +0100', 'De', 'Para'],
    ['-------- Messaggio Inoltrato --------', 'Oggetto', 'Data', 'Mon, 3 Mar 2025 14:05:09 +0100', 'Mittente', 'A'],
    ['-------- Doorgestuurd bericht --------', 'Onderwerp', 'Datum', 'Mon, 3 Mar 2025 14:05:09 +0100', 'Van', 'Aan'],
    ['-------- Przekazana wiadomość --------', 'Temat', 'Data', 'Mon, 3 Mar 2025 14:05:09 +0100', 'Nadawca', 'Adresat'],
    ['-------- 転送メッセージ --------', '件名', '日付', 'Mon, 3 Mar 2025 14:05:09 +0100', '差出人', '宛先'],
  ])('%s', (mark, subject, date, when, from, to) => {
    const text = `\n\n${mark}\n${subject}: \tLunch on Friday\n${date}: \t${when}\n${from}: \tAnn Example <ann@example.com>\n${to}: \tBob <bob@example.com>\n\n\nShall we?`;
    expect(find(text)).toEqual({
      sender: 'Ann Example <ann@example.com>',
      subject: 'Lunch on Friday',
      date: at('2025-03-03T14:05:09+01:00'),
    });
  });
});

describe('what is no forward', () => {
  test.each([
    'A word about forwarded messages: they are From: someone.',
    'From: here on it is easy.\n\nTo: do it, begin.',
    '---------- Forwarded message ---------\n\nbut nothing follows',
    '',
    '> On Monday Ann wrote:\n> Date: today',
  ])('%j', (text) => {
    expect(find(text)).toBeUndefined();
  });

  test('a text of many lines and long lines is looked at in no time to speak of', () => {
    expect(find(`${'From: a\n'.repeat(50_000)}${'x'.repeat(1_000_000)}`)).toBeUndefined();
  });
});
