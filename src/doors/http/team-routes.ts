/** The routes about one's team and the mail accounts that one uses or sets up. */
import { createRoute, z } from '@hono/zod-openapi';

import { companyMail, outgoingMail } from '../../wire/company-mail.ts';
import * as wire from '../../wire/team.ts';
import { body, failures, json, security, withId } from './describe.ts';

export const showTeam = createRoute({
  method: 'get',
  path: '/api/team',
  summary: 'Who is in your departments, and who of them is there',
  description: 'For a person.',
  security,
  responses: { 200: json(wire.team, 'Your departments with everyone in them.'), ...failures },
});

export const listSent = createRoute({
  method: 'get',
  path: '/api/notifications/sent',
  summary: 'What you relayed to colleagues, the newest first, and whether it arrived',
  description: 'For a person.',
  security,
  responses: { 200: json(z.object({ messages: z.array(wire.sentMessage) }), 'The messages.'), ...failures },
});

export const listMailAccounts = createRoute({
  method: 'get',
  path: '/api/mail-accounts',
  summary: 'The mail accounts that you use or set up',
  description: 'For a person.',
  security,
  responses: { 200: json(z.object({ accounts: z.array(wire.mailAccount) }), 'The accounts.'), ...failures },
});

export const addMailAccount = createRoute({
  method: 'post',
  path: '/api/mail-accounts',
  summary: 'Connect a mail account',
  description:
    'The account is tested before it is stored. Shared mailboxes need a super user of the department. Servers that the configuration does not name need an administrator.',
  security,
  request: { body: body(wire.newMailAccount) },
  responses: { 200: json(wire.mailAccount, 'The account.'), ...failures },
});

export const removeMailAccount = createRoute({
  method: 'delete',
  path: '/api/mail-accounts/{id}',
  summary: 'Remove a mail account with everything that was read from it; what is on its server stays',
  security,
  request: { params: withId },
  responses: { 200: json(z.object({ removed: z.string() }), 'It is gone.'), ...failures },
});

export const readMail = createRoute({
  method: 'get',
  path: '/api/mails/{id}',
  summary: 'One mail of your own accounts or of a mailbox that your departments share',
  description: 'For a person.',
  security,
  request: { params: withId },
  responses: { 200: json(companyMail, 'The mail, as text.'), ...failures },
});

export const listOutgoing = createRoute({
  method: 'get',
  path: '/api/outgoing-mails',
  summary: 'What you send, the newest first, and how far it is',
  description: 'For a person.',
  security,
  responses: { 200: json(z.object({ mails: z.array(outgoingMail) }), 'The mails.'), ...failures },
});
