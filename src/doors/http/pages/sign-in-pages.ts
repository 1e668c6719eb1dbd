/** The pages for signing in, and the account page of a signed-in user. */
import { Hono, type Context } from 'hono';

import { DeputizeError, toErrorValue, type Principal } from '../../../core/index.ts';
import type { RequestSource, SignIn } from '../../../ports/sign-in.ts';
import { toHttpStatus } from '../answer-error.ts';
import type { HttpEnvironment } from '../environment.ts';
import { boundedBody, isSameOrigin, resolvePrincipal } from '../guard.ts';
import { accountPage } from './account-page.ts';
import { consentPage } from './consent-page.ts';
import { problemPage } from './home-page.ts';
import { PASSKEY_SCRIPT } from './passkey-script.ts';
import { invitationPage, onwardPage, signInPage } from './sign-in-page.ts';

type Pages = Hono<{ Variables: { principal: Principal } }>;

const WITH_SCRIPT =
  "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";
/** Parameters that the OAuth provider adds when it redirects to the sign-in. It creates them again for the next request. */
const SIGNED = ['sig', 'exp', 'ba_iat', 'ba_pl', 'ba_param'];

export function createSignInPages(environment: HttpEnvironment, signIn: () => SignIn): Pages {
  const { runtime, addressOf } = environment;
  const pages: Pages = new Hono();
  const from = (context: Context): RequestSource => ({
    cookie: context.req.header('cookie') ?? '',
    address: addressOf?.(context.env),
    userAgent: (context.req.header('user-agent') ?? '').slice(0, 300),
  });
  const withCookies = (context: Context, cookies: readonly string[]): void => {
    for (const cookie of cookies) context.header('set-cookie', cookie, { append: true });
  };
  const scripted = (context: Context): void => context.header('content-security-policy', WITH_SCRIPT);

  pages.get('/passkey.js', (context) =>
    context.body(PASSKEY_SCRIPT, 200, {
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'no-cache',
    }),
  );

  pages.on(['GET', 'POST'], ['/auth/*', '/.well-known/oauth-authorization-server/*'], boundedBody, async (context) => {
    const answer = await signIn().handle(context.req.raw, from(context));
    return answer ?? context.notFound();
  });

  pages.on(
    'GET',
    ['/.well-known/oauth-protected-resource/mcp', '/.well-known/oauth-protected-resource/mcp/:preset'],
    (context) => {
      const described = signIn().describeResource(
        context.req.path.replace('/.well-known/oauth-protected-resource', ''),
      );
      return described ? context.json(described) : context.notFound();
    },
  );

  pages.on(
    'POST',
    ['/sign-in', '/sign-in/provider', '/invitation', '/consent', '/account/*'],
    async (context, next) => {
      if (!isSameOrigin(context)) return context.html(problemPage('This form came from another site.'), 403);
      return next();
    },
  );

  pages.get('/sign-in', async (context, next) => {
    if (context.req.query('link') !== undefined) return next();
    scripted(context);
    const problem = context.req.query('error');
    const notice =
      problem === undefined ? '' : 'That did not work. Is your e-mail address the one you were invited with?';
    return context.html(signInPage(signIn().ways, resolveNextUrl(context), notice));
  });

  pages.post('/sign-in', boundedBody, async (context) => {
    const field = await fields(context);
    const next = localPath(field('next'));
    scripted(context);
    try {
      const cookies = await signIn().byPassword(field('email'), field('password'), from(context));
      if (!cookies)
        return await context.html(
          signInPage(signIn().ways, next, 'This address and password do not belong together.'),
          401,
        );
      withCookies(context, cookies);
      return await context.html(onwardPage(next));
    } catch (thrown) {
      const error = toErrorValue(thrown);
      return context.html(signInPage(signIn().ways, next, error.message), toHttpStatus(error));
    }
  });

  pages.post('/sign-in/provider', boundedBody, async (context) => {
    const field = await fields(context);
    const known = signIn().ways.providers.some(({ id }) => id === field('provider'));
    if (!known) throw new DeputizeError('NOT_FOUND', 'There is no such provider.');
    const { url, cookies } = await signIn().atProvider(field('provider'), localPath(field('next')), from(context));
    withCookies(context, cookies);
    return context.html(onwardPage(url));
  });

  pages.get('/invitation', async (context) => {
    const token = context.req.query('token') ?? '';
    const invited = await runtime.invitations.find(token);
    if (!invited) throw expiredInvitationError();
    return context.html(invitationPage(invited, token, signIn().ways));
  });

  pages.post('/invitation', boundedBody, async (context) => {
    const field = await fields(context);
    const invited = await runtime.invitations.find(field('token'));
    if (!invited) throw expiredInvitationError();
    const password = field('password');
    try {
      const isChosen = password !== '' && signIn().ways.password;
      const chosen = isChosen ? await signIn().passwordChange(invited.userId, password) : [];
      await runtime.invitations.accept(field('token'), chosen);
      withCookies(context, await signIn().enter(invited.userId, from(context)));
      return await context.html(onwardPage('/account'));
    } catch (thrown) {
      const error = toErrorValue(thrown);
      return context.html(invitationPage(invited, field('token'), signIn().ways, error.message), toHttpStatus(error));
    }
  });

  /** A person who signed in here. Tokens and one-time links have no account page. */
  const inside = async (context: Context): Promise<{ principal: Principal; sessionId: string } | undefined> => {
    const session = await signIn().sessionOf(context.req.header('cookie') ?? '');
    const found =
      session && (await resolvePrincipal(environment, new Request('http://local'), context.req.header('cookie')));
    return found && session && found.principal.userId === session.userId
      ? { principal: found.principal, sessionId: session.sessionId }
      : undefined;
  };
  const toSignIn = (context: Context): Response => {
    const { pathname, search } = new URL(context.req.url);
    return context.redirect(`/sign-in?next=${encodeURIComponent(pathname + search)}`, 303);
  };

  pages.get('/consent', async (context) => {
    const found = await inside(context);
    if (!found) return toSignIn(context);
    const { searchParams, search } = new URL(context.req.url);
    const client = await signIn().client(searchParams.get('client_id') ?? '');
    if (!client) throw new DeputizeError('NOT_FOUND', 'There is no such program.');
    const user = await runtime.people.user(found.principal, found.principal.userId);
    return context.html(consentPage(client, user, searchParams.getAll('resource'), search.slice(1)));
  });

  pages.post('/consent', boundedBody, async (context) => {
    const found = await inside(context);
    if (!found) return toSignIn(context);
    const field = await fields(context);
    const isAccepted = field('answer') === 'yes';
    const url = await signIn().consent(field('question'), isAccepted, from(context));
    const clientId = new URLSearchParams(field('question')).get('client_id') ?? '';
    if (isAccepted)
      await runtime.credentials.changeAccess(found.principal, 'access.client_connected', [], { clientId });
    return context.html(onwardPage(url));
  });

  const showAccount = async (context: Context, notice = '') => {
    const found = await inside(context);
    if (!found) return toSignIn(context);
    const { principal } = found;
    const [user, access, passkeys] = await Promise.all([
      runtime.people.user(principal, principal.userId),
      runtime.access.of(principal, principal.userId),
      signIn().passkeys(principal.userId),
    ]);
    scripted(context);
    const account = { user, access, passkeys, ways: signIn().ways };
    return context.html(accountPage(account, notice));
  };

  pages.get('/account', (context) => showAccount(context));

  pages.post('/account/password', boundedBody, async (context) => {
    const found = await inside(context);
    if (!found) return toSignIn(context);
    const field = await fields(context);
    const { userId } = found.principal;
    // Without the current password, a stranger at an open browser could take over the account.
    const hasPassword = await signIn().hasPassword(userId);
    if (hasPassword && !(await signIn().isPassword(userId, field('current'), from(context))))
      return showAccount(context, 'That is not the present password; nothing was changed.');
    const writes = await signIn().passwordChange(userId, field('chosen'));
    await runtime.credentials.changeAccess(found.principal, 'access.password_changed', writes);
    withCookies(context, await signIn().enter(userId, from(context)));
    return context.html(onwardPage('/account'));
  });

  pages.post('/account/new-token', boundedBody, async (context) => {
    const found = await inside(context);
    if (!found) return toSignIn(context);
    const field = await fields(context);
    const name = field('name').slice(0, 100) || 'agent';
    const { token } = await runtime.credentials.createToken(found.principal, { scope: 'agent', name });
    return showAccount(context, `The token, shown this once: ${token}`);
  });

  pages.post('/account/end', boundedBody, async (context) => {
    const found = await inside(context);
    if (!found) return toSignIn(context);
    const { principal } = found;
    const field = await fields(context);
    const id = field('id');
    switch (field('kind')) {
      case 'session':
        await runtime.access.endSession(principal, principal.userId, id);
        break;
      case 'passkey':
        await signIn().removePasskey(principal.userId, id);
        break;
      case 'client':
        await runtime.access.disconnect(principal, principal.userId, id);
        break;
      case 'token':
        await runtime.credentials.revokeToken(principal, id);
        break;
      default:
        throw new DeputizeError('INVALID_REQUEST', 'There is no such thing to end.');
    }
    return context.redirect('/account', 303);
  });

  pages.onError((thrown, context) => {
    const error = toErrorValue(thrown);
    return context.html(problemPage(error.message), toHttpStatus(error));
  });

  return pages;
}

const expiredInvitationError = (): DeputizeError =>
  new DeputizeError('EXPIRED', 'This invitation was used already, or is too old. Ask for a new one.');

async function fields(context: Context): Promise<(name: string) => string> {
  const form = await context.req.parseBody();
  return (name) => {
    const value = Object.hasOwn(form, name) ? form[name] : undefined;
    return typeof value === 'string' ? value : '';
  };
}

/** The address after the sign-in: the authorization request of a program, or a page of ours. */
function resolveNextUrl(context: Context): string {
  const { searchParams } = new URL(context.req.url);
  if (!searchParams.has('client_id')) return localPath(searchParams.get('next') ?? '/');
  for (const name of SIGNED) searchParams.delete(name);
  return `/auth/oauth2/authorize?${searchParams}`;
}

/** Prevents redirects to another site, in any spelling. */
function localPath(given: string): string {
  const base = 'http://local';
  const url = URL.canParse(given, base) ? new URL(given, base) : undefined;
  return given.startsWith('/') && url?.origin === base ? url.pathname + url.search : '/';
}
