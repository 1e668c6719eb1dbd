/** The words about what a call would do. */
import { originWords } from '../../src/wire/origin-words.ts';

export const previewMessages = {
  previews: {
    beware: 'Beware:',
    mail: {
      label: 'The mail as it will be seen',
      from: 'From',
      to: 'To',
      cc: 'Copy to',
      bcc: 'Blind copy to',
      unseen: 'the others do not see them',
      replyTo: 'Answers go to',
      subject: 'Subject',
      text: 'The mail’s text',
      empty: '(no text)',
      attached: 'Attached',
      source: 'The mail is written in HTML: show its source',
    },
    request: {
      query: 'What the address carries',
      headers: 'Headers',
      body: (bytes: number) => `Body, ${bytes.toLocaleString('en')} bytes`,
      bodyLabel: 'Body',
    },
    // Said alike where there is no script.
    origins: originWords,
  },
} as const;
