/** The words by which mail programs head a forwarded or answered mail, in the languages they speak. */
export type HeaderField = 'from' | 'date' | 'subject' | 'to' | 'other';

const list = (text: string): string[] => text.split('|').map((word) => word.trim());

const HEADINGS: Record<HeaderField, readonly string[]> = {
  from: list(
    'from|von|de|da|van|od|fra|från|lähettäjä|от|від|kimden|gönderen|差出人|送信者|发件人|寄件者|寄件人|보낸 사람|보낸사람|από|feladó|de la|من|מאת|จาก|từ|dari|送信元|expéditeur|mittente|remitente|remetente|nadawca|odesílatel|odosielateľ|afzender|absender|avsändare|afsender|avsender|expeditor|pengirim|người gửi',
  ),
  date: list(
    'date|sent|datum|gesendet|gesendet am|envoyé|envoyé le|fecha|enviado|enviado el|enviado em|enviada em|enviada|data|inviato|verzonden|sendt|dato|skickat|skickades|päivämäärä|päiväys|lähetetty|дата|отправлено|дата відправлення|надіслано|tarih|gönderildi|gönderme tarihi|gönderilme tarihi|日付|日時|送信日時|日期|发送时间|发送日期|傳送日期|寄件日期|時間|时间|날짜|보낸 날짜|보낸날짜|wysłano|odesláno|dátum|odoslané|elküldve|trimis|trimis pe|ημερομηνία|στάλθηκε|التاريخ|תאריך|נשלח|ngày|tanggal|dikirim|วันที่|ส่ง',
  ),
  subject: list(
    'subject|betreff|objet|sujet|asunto|oggetto|assunto|onderwerp|emne|ämne|aihe|тема|konu|件名|主题|主題|主旨|標題|标题|제목|temat|předmět|predmet|tárgy|subiect|θέμα|الموضوع|נושא|chủ đề|perihal|subjek|เรื่อง',
  ),
  to: list(
    'to|an|à|a|para|naar|aan|til|till|vastaanottaja|кому|kime|alıcı|宛先|收件人|收件者|받는 사람|받는사람|do|komu|címzett|către|προς|إلى|אל|ถึง|tới|đến|kepada|destinataire|destinatario|destinatário|pour|adresat|empfänger|ontvanger|mottagare|modtager|mottaker|příjemce',
  ),
  other: list(
    'cc|bcc|kopie|kopi|kopia|copie|copie à|copia|cópia|copia per conoscenza|bilgi|копия|копія|抄送|副本|참조|reply-to|antwort an|répondre à|responder a|rispondi a|antwoord aan|svar til|svara till|odpowiedz|importance|wichtigkeit|attachments|anlagen|organization|organisation|message-id|resent-from|return-path',
  ),
};

export const headings: ReadonlyMap<string, HeaderField> = new Map(
  (Object.keys(HEADINGS) as HeaderField[]).flatMap((heading) =>
    HEADINGS[heading].map((word) => [word, heading] as const),
  ),
);

/** Lines that say: here begins something forwarded. Without the dashes around them. */
export const forwardMarkers: ReadonlySet<string> = new Set(
  list(
    'forwarded message|begin forwarded message|forwarded mail|forwarded email|weitergeleitete nachricht|weitergeleitete mail|anfang der weitergeleiteten nachricht|anfang der weitergeleiteten e-mail|message transféré|message réexpédié|début du message transféré|début du message réexpédié|courriel transféré|mensaje reenviado|inicio del mensaje reenviado|messaggio inoltrato|inizio messaggio inoltrato|inizio del messaggio inoltrato|mensagem encaminhada|mensagem reencaminhada|início da mensagem encaminhada|início da mensagem reencaminhada|início de mensagem reencaminhada|doorgestuurd bericht|begin doorgestuurd bericht|vidarebefordrat meddelande|vidarebefordrat brev|vidarebefordrat mejl|videresendt besked|videresendt meddelelse|videresendt melding|videresendt e-mail|videresendt e-post|start på videresendt besked|start på videresendt melding|begynnelsen på videresendt melding|välitetty viesti|välitetty viesti alkaa|edelleenlähetetty viesti|przekazana wiadomość|wiadomość przekazana|treść przekazanej wiadomości|początek przekazywanej wiadomości|początek przekazanej wiadomości|přeposlaná zpráva|začátek přeposlané zprávy|preposlaná správa|začiatok preposlanej správy|továbbított üzenet|továbbított levél|továbbított levél kezdete|mesaj redirecționat|mesaj redirecţionat|începutul mesajului redirecționat|пересылаемое сообщение|пересланное сообщение|перенаправленное сообщение|начало переадресованного сообщения|начало пересылаемого сообщения|переслане повідомлення|переадресоване повідомлення|початок переадресованого повідомлення|iletilmiş mesaj|iletilen mesaj|iletilen ileti|yönlendirilmiş ileti|iletilen ileti başlangıcı|προωθημένο μήνυμα|αρχή προωθημένου μηνύματος|転送されたメッセージ|転送メッセージ|転送されたメール|转发的邮件|转发邮件|转发邮件信息|开始转发的邮件|已转发的邮件|轉寄的郵件|轉寄郵件|轉寄信件|以下是轉寄的郵件|開始轉寄的郵件|전달된 메시지|전달된 메시지 시작|전달된 메일|رسالة معاد توجيهها|הודעה שהועברה|ข้อความที่ส่งต่อ|thư được chuyển tiếp|pesan terusan',
  ),
);

/** Outlook puts these over what is forwarded and over what is answered alike. */
export const originalMarkers: ReadonlySet<string> = new Set(
  list(
    "original message|ursprüngliche nachricht|originalnachricht|message d’origine|message d'origine|message original|mensaje original|messaggio originale|mensagem original|oorspronkelijk bericht|ursprungligt meddelande|oprindelig meddelelse|opprinnelig melding|alkuperäinen viesti|wiadomość oryginalna|původní zpráva|pôvodná správa|eredeti üzenet|mesaj original|исходное сообщение|вихідне повідомлення|orijinal mesaj|özgün ileti|αρχικό μήνυμα|元のメッセージ|原始邮件|邮件原件|原始郵件|원본 메시지|الرسالة الأصلية|ההודעה המקורית",
  ),
);

/** How a subject begins when its mail was forwarded. */
export const FORWARD_SUBJECT =
  /^\s*(?:(?:re|aw|sv|antw|rif|r|res)\s*[:：]\s*)?(?:fwd?|wg|tr|rv|rif|i|enc|encaminhado|doorst|vs|vb|fw\s*\[\d+\]|pd|továbbítás|ilt|i̇lt|yml|πρθ|προωθ|пересл|转发|轉寄|转|轉|転送|전달|הועבר|إعادة توجيه)\s*[:：]/iu;
