/** One's own account where one comes in by a link: where one is signed in, and one's access tokens. */
import { Hono, type Context } from 'hono';

import { DeputizeError, type Principal } from '../../../core/index.ts';
import type { HttpEnvironment } from '../environment.ts';
import { boundedBody } from '../guard.ts';
import { accountPage } from './account-page.ts';

type Variables = { Variables: { principal: Principal } };

const NO_WAYS = { password: false, passkey: false, providers: [] };

export function createOwnAccountPages({ runtime: { people, access, credentials } }: HttpEnvironment): Hono<Variables> {
  const pages = new Hono<Variables>();

  const show = async (context: Context<Variables>, notice = '') => {
    const principal = context.get('principal');
    const [user, open] = await Promise.all([
      people.user(principal, principal.userId),
      access.of(principal, principal.userId),
    ]);
    return context.html(accountPage({ user, access: open, passkeys: [], ways: NO_WAYS }, notice));
  };

  pages.get('/account', (context) => show(context));

  pages.post('/account/new-token', boundedBody, async (context) => {
    const { name } = await context.req.parseBody();
    const wanted = {
      scope: 'agent',
      name: typeof name === 'string' && name !== '' ? name.slice(0, 100) : 'agent',
    } as const;
    const { token } = await credentials.createToken(context.get('principal'), wanted);
    return show(context, `The token, shown this once: ${token}`);
  });

  pages.post('/account/end', boundedBody, async (context) => {
    const { kind, id } = await context.req.parseBody();
    const principal = context.get('principal');
    if (kind === 'session') await access.endSession(principal, principal.userId, String(id));
    else if (kind === 'token') await access.revokeToken(principal, principal.userId, String(id));
    else throw new DeputizeError('INVALID_REQUEST', 'There is no such thing to end.');
    return context.redirect('/account', 303);
  });

  return pages;
}
