/** The team over HTTP: a person's own view of it, and never an agent's. */
import { OpenAPIHono } from '@hono/zod-openapi';

import { DeputizeError, type CallView, type Principal } from '../../core/index.ts';
import type { MailAccountView, NewMailAccount } from '../../ports/organization-mail.ts';
import type { TeamDirectory } from '../../ports/team.ts';
import type { MailAccountMessage, NewMailAccountMessage, SentMessage } from '../../wire/team.ts';
import { answerError, answerInvalid } from './answer-error.ts';
import type { HttpEnvironment, TeamDoor, RequestVariables } from './environment.ts';
import * as routes from './team-routes.ts';
import { requirePerson } from '../../core/access/principal.ts';

const RELAY = 'relay_message';
const MOST_SENT = 50;

export function createTeamApi({ runtime, team, notifications }: HttpEnvironment): OpenAPIHono<RequestVariables> {
  const api = new OpenAPIHono<RequestVariables>({ defaultHook: answerInvalid });
  api.onError((error, context) => answerError(context, error));
  const of = (principal: Principal): TeamDoor => {
    requirePerson(principal, 'look at the team');
    if (team) return team;
    throw new DeputizeError('NOT_AVAILABLE', 'There is no team: the organization preset is not set up.');
  };

  api.openapi(routes.showTeam, async (context) => {
    const principal = context.get('principal');
    return context.json(await wholeTeam(of(principal).of(principal)), 200);
  });

  api.openapi(routes.listSent, async (context) => {
    const principal = context.get('principal');
    const colleagues = of(principal).of(principal);
    const calls = await runtime.calls.list({ tool: RELAY, state: 'ok', limit: MOST_SENT }, principal);
    const own = calls.filter(({ userId }) => userId === principal.userId);
    const messages = await Promise.all(
      own.map(async (call): Promise<SentMessage> => {
        const { to, message } = relayed(call);
        const [colleague, deliveredAt] = await Promise.all([
          colleagues.find({ userId: to }),
          notifications?.deliveredAt(to, call.callId) ?? null,
        ]);
        const name = colleague?.name ?? null;
        return { id: call.callId, to: { id: to, name }, message, createdAt: call.createdAt, deliveredAt };
      }),
    );
    return context.json({ messages }, 200);
  });

  api.openapi(routes.listMailAccounts, async (context) => {
    const principal = context.get('principal');
    return context.json({ accounts: (await of(principal).mail(principal).list()).map(toAccount) }, 200);
  });

  api.openapi(routes.addMailAccount, async (context) => {
    const principal = context.get('principal');
    const given = toNewAccount(context.req.valid('json'));
    return context.json(toAccount(await of(principal).mail(principal).add(given, context.req.raw.signal)), 200);
  });

  api.openapi(routes.removeMailAccount, async (context) => {
    const principal = context.get('principal');
    const { id } = context.req.valid('param');
    await of(principal).mail(principal).remove(id);
    return context.json({ removed: id }, 200);
  });

  api.openapi(routes.readMail, async (context) => {
    const principal = context.get('principal');
    const mail = await of(principal).mail(principal).read(context.req.valid('param').id);
    return context.json({ ...mail, attachments: [...mail.attachments] }, 200);
  });

  api.openapi(routes.listOutgoing, async (context) => {
    const principal = context.get('principal');
    const sent = await of(principal).mail(principal).outbox();
    return context.json({ mails: sent.map((mail) => ({ ...mail, recipients: [...mail.recipients] })) }, 200);
  });

  return api;
}

async function wholeTeam(team: TeamDirectory) {
  const self = await team.find({});
  if (!self) throw new DeputizeError('NOT_FOUND', 'There is no such user.');
  const departments = await Promise.all(
    self.departments.map(async ({ id, name }) => {
      const members = (await team.members(id)) ?? [];
      return { id, name, members: members.map((member) => ({ ...member, roles: [...member.roles] })) };
    }),
  );
  return { self: { id: self.id, name: self.name, email: self.email }, departments };
}

/** Whom a call relayed what: its arguments went through the tool's schema. They are null if they were erased. */
function relayed({ executedArgs }: CallView): { to: string; message: string } {
  const args = executedArgs as { userId: string; message: string } | null;
  return { to: args?.userId ?? '', message: args?.message ?? '' };
}

const toAccount = (view: MailAccountView): MailAccountMessage => ({ ...view, progress: { ...view.progress } });

function toNewAccount({
  departmentId,
  address,
  name,
  user,
  password,
  imap,
  smtp,
}: NewMailAccountMessage): NewMailAccount {
  return { departmentId, address, name, settings: { imap, smtp, user: user ?? address }, secret: { password } };
}
