/** What the runtime itself says aloud, and the few words that it takes for a decision, in the languages that it speaks. */
export const languages = ['en', 'de', 'fr', 'es', 'it'] as const;
export type VoiceLanguage = (typeof languages)[number];

interface VoicePhrases {
  readonly asks: string;
  readonly yesOrNo: string;
  /** High risk is never decided by voice. */
  readonly highRisk: string;
  /** Nor is what cannot be read out whole. */
  readonly onScreen: string;
  readonly reaches: string;
  readonly approved: string;
  readonly denied: string;
  readonly stillWaits: string;
  readonly failed: string;
  /** Whole utterances, in small letters and without marks. Anything that people also say in passing is left out. */
  readonly yes: readonly string[];
  readonly no: readonly string[];
}

export const phrases: Readonly<Record<VoiceLanguage, VoicePhrases>> = {
  en: {
    asks: 'I need your approval',
    yesOrNo: 'Say yes to approve it, or no to refuse it.',
    highRisk: 'This is of high risk. I take no spoken answer; it waits on your screen.',
    onScreen: 'Please look at it on your screen and decide there.',
    reaches: 'It reaches',
    approved: 'Approved.',
    denied: 'Refused. Nothing was done.',
    stillWaits: 'I took that for neither a yes nor a no, so it still waits.',
    failed: 'That could not be decided by voice. Please look at your screen.',
    yes: [
      'yes',
      'yes please',
      'yes i approve',
      'yes approve it',
      'i approve',
      'i approve it',
      'approve it',
      'yes do it',
    ],
    no: ['no', 'no thanks', 'no thank you', 'i refuse', 'refuse it', 'do not do it', 'dont do it', 'no dont'],
  },
  de: {
    asks: 'Ich brauche Ihre Zustimmung',
    yesOrNo: 'Sagen Sie ja, um zuzustimmen, oder nein, um abzulehnen.',
    highRisk: 'Das Risiko ist hoch. Ich nehme keine gesprochene Antwort; es wartet auf Ihrem Bildschirm.',
    onScreen: 'Bitte sehen Sie es auf Ihrem Bildschirm an und entscheiden Sie dort.',
    reaches: 'Es erreicht',
    approved: 'Zugestimmt.',
    denied: 'Abgelehnt. Es ist nichts geschehen.',
    stillWaits: 'Das war für mich weder ja noch nein, also wartet es weiter.',
    failed: 'Das ließ sich nicht durch Sprache entscheiden. Bitte sehen Sie auf Ihren Bildschirm.',
    yes: ['ja', 'ja bitte', 'ja ich stimme zu', 'ich stimme zu', 'ja mach das', 'ja machen sie das'],
    no: ['nein', 'nein danke', 'ich lehne ab', 'nein nicht', 'nicht machen'],
  },
  fr: {
    asks: 'Il me faut votre accord',
    yesOrNo: 'Dites oui pour accepter, ou non pour refuser.',
    highRisk: 'Le risque est élevé. Je ne prends pas de réponse orale ; la demande attend sur votre écran.',
    onScreen: 'Veuillez la regarder sur votre écran et décider là.',
    reaches: 'Cela atteint',
    approved: 'Accepté.',
    denied: 'Refusé. Rien n’a été fait.',
    stillWaits: 'Ce n’était ni un oui ni un non, la demande attend toujours.',
    failed: 'Cela n’a pas pu être décidé par la voix. Veuillez regarder votre écran.',
    yes: ['oui', 'oui sil vous plaît', 'oui jaccepte', 'jaccepte', 'oui faites le'],
    no: ['non', 'non merci', 'je refuse', 'ne le faites pas'],
  },
  es: {
    asks: 'Necesito su aprobación',
    yesOrNo: 'Diga sí para aprobarlo, o no para rechazarlo.',
    highRisk: 'El riesgo es alto. No acepto una respuesta hablada; espera en su pantalla.',
    onScreen: 'Por favor, mírelo en su pantalla y decida allí.',
    reaches: 'Llega a',
    approved: 'Aprobado.',
    denied: 'Rechazado. No se ha hecho nada.',
    stillWaits: 'No lo entendí como sí ni como no, así que sigue esperando.',
    failed: 'No se pudo decidir por voz. Por favor, mire su pantalla.',
    yes: ['sí', 'si', 'sí por favor', 'si por favor', 'sí lo apruebo', 'lo apruebo', 'sí hazlo', 'sí hágalo'],
    no: ['no', 'no gracias', 'lo rechazo', 'no lo hagas', 'no lo haga'],
  },
  it: {
    asks: 'Mi serve la sua approvazione',
    yesOrNo: 'Dica sì per approvare, o no per rifiutare.',
    highRisk: 'Il rischio è alto. Non accetto una risposta a voce; attende sul suo schermo.',
    onScreen: 'La guardi sul suo schermo e decida lì, per favore.',
    reaches: 'Raggiunge',
    approved: 'Approvato.',
    denied: 'Rifiutato. Non è stato fatto nulla.',
    stillWaits: 'Non era né un sì né un no, quindi attende ancora.',
    failed: 'Non si è potuto decidere a voce. Guardi il suo schermo, per favore.',
    yes: ['sì', 'si', 'sì per favore', 'sì approvo', 'approvo', 'sì lo faccia'],
    no: ['no', 'no grazie', 'rifiuto', 'non lo faccia', 'non farlo'],
  },
};
