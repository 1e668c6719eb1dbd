/** The words about mail, the calendar and files. */
import { plural } from './plural.ts';

export const personalMessages = {
  mail: {
    title: 'Mail',
    one: 'The mail',
    search: 'Find mail',
    none: 'No mail has been forwarded yet.',
    notFound: 'No mail is like that.',
    noSubject: '(no subject)',
    choose: 'Choose a mail to read it.',
    more: 'Show more',
    from: 'From',
    original: 'First from',
    to: 'To',
    cc: 'Copy to',
    date: 'Date',
    quoted: 'What it answers',
    attachments: 'Attached',
  },
  calendar: {
    title: 'Calendar',
    today: 'Today',
    before: 'Earlier',
    after: 'Later',
    view: 'How much is shown',
    views: { day: 'Day', week: 'Week' },
    taken: 'taken',
    allDay: 'all day',
    inCalendar: (when: string, calendar: string) => `${when}, in ${calendar}`,
    unknown: 'What else is then could not be looked up.',
    conflicts: (count: number) =>
      count === 0
        ? 'Nothing else is then.'
        : `${plural(count, 'other event is', 'other events are')} at the same time.`,
    details: 'Show what it is',
    span: (from: string, to: string) => `${from}–${to}`,
  },
  files: {
    title: 'Files',
    hint: 'The assistant’s own store. What you read and add here is a call of your own, and stands in the record.',
    search: 'Find a file',
    none: 'No files.',
    add: 'Add files',
    choose: 'Files to add',
    added: 'added',
    sending: (name: string) => `Sending ${name}`,
    take: 'Download',
    takeOne: (name: string) => `Download ${name}`,
    tooLarge: 'Files of up to 6.5 MB can be added here.',
    rest: (count: number) => `There are more than the first ${count}.`,
    size: (bytes: number) =>
      bytes < 1_000
        ? `${bytes} bytes`
        : bytes < 1_000_000
          ? `${(bytes / 1_000).toFixed(1)} kB`
          : `${(bytes / 1_000_000).toFixed(1)} MB`,
    described: (name: string, type: string, size: number) => `${name}, ${type}, ${size} bytes`,
  },
} as const;
