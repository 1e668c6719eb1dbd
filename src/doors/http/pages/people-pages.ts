/** Handles the forms of administrators. The core checks the permissions. */
import { Hono } from 'hono';

import { DeputizeError, toErrorValue, type Principal } from '../../../core/index.ts';
import type { HttpEnvironment } from '../environment.ts';
import { boundedBody } from '../guard.ts';
import { confirmNamePage, isSameName, type RemovalTarget } from './confirm-name.ts';
import { peoplePage } from './people-page.ts';

type Form = Readonly<Record<string, unknown>>;

export function createPeoplePages({ runtime, signIn }: HttpEnvironment): Hono<{ Variables: { principal: Principal } }> {
  const { people, invitations } = runtime;
  const pages = new Hono<{ Variables: { principal: Principal } }>();

  const view = async (by: Principal) => ({
    organization: await people.organization(by),
    departments: await people.departments(by),
    users: await people.users(by),
    canInvite: signIn !== undefined,
  });

  pages.get('/people', async (context) => context.html(peoplePage(await view(context.get('principal')))));

  pages.post('/people', boundedBody, async (context) => {
    const by = context.get('principal');
    const form = await context.req.parseBody({ all: true });
    // `view` throws for users who may not see people. They must not see a more detailed error.
    const { departments, users } = await view(by);
    const target = findRemoval(form, { 'remove-department': departments, 'remove-user': users });
    if (target && !isSameName(String(form['typed'] ?? ''), target.name)) {
      const isFirst = form['typed'] === undefined;
      return context.html(confirmNamePage(target, isFirst ? '' : 'This is another name. Nothing was removed.'));
    }
    const notice = await act(by, form, signIn?.().origin ?? '').catch((error: unknown) => toErrorValue(error).message);
    return context.html(peoplePage(await view(by), notice));
  });

  async function act(by: Principal, form: Form, origin: string): Promise<string> {
    const field = (name: string): string => (typeof form[name] === 'string' ? form[name] : '');
    const id = field('id');
    switch (field('what')) {
      case 'add-department':
        await people.createDepartment(by, field('name'));
        return 'Added.';
      case 'rename-department':
        await people.renameDepartment(by, id, field('name'));
        return 'Renamed.';
      case 'remove-department':
        await people.removeDepartment(by, id);
        return 'Removed. The department has no members any more.';
      case 'add-user':
        await people.createUser(by, parseUserForm(form, field));
        return 'Added.';
      case 'change-user':
        await people.changeUser(by, id, { ...parseUserForm(form, field), revision: Number(field('revision')) });
        return 'Saved.';
      case 'remove-user':
        await people.removeUser(by, id);
        return 'Removed. Everything of theirs that was open has ended.';
      case 'restore-user':
        await people.restoreUser(by, id);
        return 'They can be invited again.';
      case 'invite-user': {
        const { token, expiresAt } = await invitations.create(by, id);
        return `Send them this link. It works once, until ${expiresAt}: ${origin}/invitation?token=${token}`;
      }
      default:
        throw new DeputizeError('INVALID_REQUEST', 'There is no such thing to do.');
    }
  }

  return pages;
}

interface NamedRow {
  readonly id: string;
  readonly name: string;
}

/** The department or user that a form asks to remove, if it exists. */
function findRemoval(
  { what, id }: Form,
  rows: Readonly<Record<RemovalTarget['what'], readonly NamedRow[]>>,
): RemovalTarget | undefined {
  if (what !== 'remove-department' && what !== 'remove-user') return undefined;
  const row = rows[what].find((one) => one.id === id);
  return row && { what, id: row.id, name: row.name };
}

function parseUserForm(form: Form, field: (name: string) => string) {
  const role = (['user', 'super_user', 'admin'] as const).find((name) => name === field('role'));
  const chosen = form['departments'] ?? [];
  const departmentIds = (Array.isArray(chosen) ? chosen : [chosen]).map(String);
  return { name: field('name'), role, departmentIds, email: field('email') === '' ? undefined : field('email') };
}
