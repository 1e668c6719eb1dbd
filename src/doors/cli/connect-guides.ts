/** What a person has to do elsewhere before something can be connected. */
export const FORWARDING = (address: string): string => `How to forward mail to ${address}

  The assistant gets copies. It cannot reach your mailbox, and mail that you do not forward it never sees.

  Gmail     Settings > See all settings > Forwarding and POP/IMAP > Add a forwarding address. Google sends a code
            to ${address}: "deputize mail notices" shows it. Then make a filter (Create filter > Forward it to)
            for the senders or labels you want, rather than forwarding everything.
  iCloud    icloud.com/mail > Settings > Rules > Add rule: choose senders or words, then "Forward to".
            (Mail Forwarding in the same place forwards everything.)
  Outlook   Settings > Mail > Rules > Add new rule: conditions, then "Redirect to". Redirecting keeps the sender.
            Organizations may block forwarding to other domains: then ask your administrator.
  Fastmail  Settings > Filters & Rules > Create rule: conditions, then "Send a copy to". Fastmail asks you to
            verify ${address}: "deputize mail notices" shows the link.

  Any single mail can be forwarded by hand as well; the original sender, date and subject are found.
`;

export const RECEIVING = (host: string, port: number): string => `How mail reaches this machine

  Deputize listens for SMTP on ${host}, port ${port}, and takes mail for the one address only. The MX record of its domain
  must lead here, by port 25: forward that port to ${port}, or let the mail server that you have hand it on. Where no port
  can be opened, run the personal preset on Cloudflare (npm run deploy:worker), or take files in: deputize ingest FILE.
`;

export const CALENDAR_ACCOUNTS = `What to answer

  The assistant gets one calendar, by its name, and sees no other. Make one for it: "Assistant", say.

  iCloud    Server https://caldav.icloud.com, user name your Apple Account's address. The password is an app-specific
            one: account.apple.com > Sign-In and Security > App-Specific Passwords. Your own password does not work.
  Fastmail  Server https://caldav.fastmail.com, user name your address; Settings > Privacy & Security > Manage app
            passwords, with access to calendars.
  Google    CalDAV needs OAuth there, so a password is not enough: subscribe to a calendar elsewhere instead.
  Others    Nextcloud, Radicale, Baikal and most more: the address of the server; https, or http on this machine.
`;

export const SEARCH_KEYS = `Where to get it

  tavily    app.tavily.com > API Keys. There is a free plan.
  brave     api-dashboard.search.brave.com > API Keys.
  searxng   your own instance; it must offer the JSON format (search.formats in its settings.yml).
`;
