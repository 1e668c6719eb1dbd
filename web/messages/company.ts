/** The words about a company's mail, calendars and files. */
export const companyMessages = {
  company: {
    whose: 'Whose',
    own: 'Yours',
    company: 'Company',
    mail: {
      folder: 'Folder',
      folders: { all: 'Every folder', inbox: 'Inbox', sent: 'Sent', drafts: 'Drafts' },
      unread: 'Unread only',
      none: 'No mail has been read yet. Accounts are connected on the page of the team.',
      total: (shown: number, total: number) =>
        shown < total ? `${shown} of ${total.toLocaleString('en')}` : `${total}`,
    },
    outgoing: {
      title: 'On its way',
      states: {
        scheduled: 'scheduled',
        sending: 'being sent',
        sent: 'sent',
        failed: 'not sent',
        unknown: 'perhaps sent',
        cancelled: 'called back',
      },
      to: (recipients: string) => `to ${recipients}`,
      life: 'Its life',
    },
    files: {
      hint: 'What your departments share, and what you keep to yourself. It is read in the background, and then found by its words and its meaning.',
      add: 'Add files',
      forMe: 'Only for me',
      reading: 'being read',
      indexed: 'found by its text',
      unreadable: 'not searchable',
      more: 'Show more',
    },
    calendar: { at: (place: string) => ` · ${place}` },
  },
} as const;
