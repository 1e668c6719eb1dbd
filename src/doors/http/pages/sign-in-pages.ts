/** The pages for signing in, and the account page of a signed-in user. */
import { Hono, type Context, type MiddlewareHandler } from 'hono';
import { html } from 'hono/html';

import { DeputizeError, toErrorValue, type Runtime } from '../../../core/index.ts';
import { PROOF_HEADER } from '../../../lib/session-proof.ts';
import type { RequestSource, SignIn } from '../../../ports/sign-in.ts';
import { answerError, toHttpStatus } from '../answer-error.ts';
import type { HttpEnvironment } from '../environment.ts';
import { toLocalPath } from '../../../lib/local-path.ts';
import { findSession, resolveCaller, type SignedSession } from '../caller.ts';
import { boundedBody, isSameOrigin, readSignedBody } from '../guard.ts';
import { accountPage } from './account-page.ts';
import { consentPage } from './consent-page.ts';
import { problemPage } from './home-page.ts';
import {
  allowScript,
  answerFrame,
  answerSignedOut,
  readPublicKey,
  redirectToSignIn,
  requireSignIn,
  scriptPage,
  type PageVariables,
} from './page-guard.ts';
import { invitationPage, onwardPage, signInPage } from './sign-in-page.ts';

type Pages = Hono<PageVariables>;

const AUTHORIZE = '/auth/oauth2/authorize';
/** Parameters that the OAuth provider adds when it redirects to the sign-in. It creates them again for the next request. */
const SIGNED = ['sig', 'exp', 'ba_iat', 'ba_pl', 'ba_param'];

export function createSignInPages(environment: HttpEnvironment, signIn: () => SignIn): Pages {
  const door: SignInDoor = { environment, runtime: environment.runtime, signIn };
  const pages: Pages = new Hono();
  addProviderRoutes(pages, door);
  addSignInForm(pages, door);
  addInvitation(pages, door);
  addConsent(pages, door);
  addAccount(pages, door);
  pages.onError((thrown, context) => {
    const error = toErrorValue(thrown);
    return context.html(problemPage(error.message), toHttpStatus(error));
  });
  return pages;
}

/** What the handlers of these pages share. */
interface SignInDoor {
  readonly environment: HttpEnvironment;
  readonly runtime: Runtime;
  /** Throws until sign-in is open. */
  readonly signIn: () => SignIn;
}

function readSource({ environment }: SignInDoor, context: Context, publicKey?: string): RequestSource {
  return {
    publicKey,
    cookie: context.req.header('cookie') ?? '',
    address: environment.addressOf?.(context.env),
    userAgent: (context.req.header('user-agent') ?? '').slice(0, 300),
  };
}

function setCookies(context: Context, cookies: readonly string[]): void {
  for (const cookie of cookies) context.header('set-cookie', cookie, { append: true });
}

/** The routes of the identity provider, and the check that forms are our own. */
function addProviderRoutes(pages: Pages, door: SignInDoor): void {
  const { signIn } = door;
  // A program opens this address in the browser. The page signs the request and follows the answer.
  pages.get(AUTHORIZE, async (context, next) => {
    if (context.req.header(PROOF_HEADER) !== undefined) return next();
    const session = await findSession(door.environment, context.req.header('cookie') ?? '');
    return session ? answerFrame(context) : redirectToSignIn(context);
  });

  const paths = ['/auth/*', '/.well-known/oauth-authorization-server/*'];
  const readSession: MiddlewareHandler<PageVariables> = async (context, next) => {
    if (context.req.header(PROOF_HEADER) === undefined) return next();
    const caller = await resolveCaller(door.environment, context.req.raw);
    if (caller.kind !== 'session') return answerSignedOut(context, door.environment, caller);
    context.set('session', caller.session);
    return readSignedBody(context, caller.session, next);
  };
  pages.on(['GET', 'POST'], paths, readSession, boundedBody, async (context) => {
    const { raw, method } = context.req;
    const hasBody = method === 'POST';
    const request = new Request(raw.url, {
      ...{ method, headers: raw.headers },
      ...(hasBody ? { body: await context.req.arrayBuffer() } : {}),
    });
    const answer = await signIn().handle(request, readSource(door, context), context.get('session') !== undefined);
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
    ['/sign-in', '/sign-in/provider', '/sign-in/key', '/invitation', '/consent', '/account/*'],
    async (context, next) => {
      if (!isSameOrigin(context)) return context.html(problemPage('This form came from another site.'), 403);
      return next();
    },
  );
  for (const path of ['/consent', '/account', '/account/*']) pages.use(path, requireSignIn(door.environment));
}

function addSignInForm(pages: Pages, door: SignInDoor): void {
  const { signIn } = door;
  pages.get('/sign-in', async (context, next) => {
    if (context.req.query('link') !== undefined) return next();
    allowScript(context);
    const problem = context.req.query('error');
    const notice =
      problem === undefined ? '' : 'That did not work. Is your e-mail address the one you were invited with?';
    return context.html(signInPage(signIn().ways, resolveNextUrl(context), notice));
  });

  pages.post('/sign-in', boundedBody, async (context) => {
    const field = await fields(context);
    try {
      const from = readSource(door, context, await readPublicKey(field('key')));
      const cookies = await signIn().byPassword(field('email'), field('password'), from);
      if (!cookies) throw new DeputizeError('UNAUTHENTICATED', 'This address and password do not belong together.');
      setCookies(context, cookies);
      return context.json({ next: toLocalPath(field('next')) });
    } catch (thrown) {
      return answerError(context, thrown);
    }
  });

  pages.get('/sign-in/finish', (context) => {
    allowScript(context);
    return context.html(scriptPage('Sign in', 'finish', html`<p class="soft">Signing in …</p>`));
  });

  pages.post('/sign-in/key', boundedBody, async (context) => {
    const field = await fields(context);
    try {
      const publicKey = await readPublicKey(field('key'));
      if (!(await signIn().bindKey(field('code'), publicKey, context.req.header('cookie') ?? '')))
        throw new DeputizeError('UNAUTHENTICATED', 'This sign-in took too long, or was used already. Sign in again.');
      return context.json({ next: toLocalPath(field('next')) });
    } catch (thrown) {
      return answerError(context, thrown);
    }
  });

  pages.post('/sign-in/provider', boundedBody, async (context) => {
    const field = await fields(context);
    const known = signIn().ways.providers.some(({ id }) => id === field('provider'));
    if (!known) throw new DeputizeError('NOT_FOUND', 'There is no such provider.');
    const { url, cookies } = await signIn().atProvider(
      field('provider'),
      toLocalPath(field('next')),
      readSource(door, context),
    );
    setCookies(context, cookies);
    return context.html(onwardPage(url));
  });
}

function addInvitation(pages: Pages, door: SignInDoor): void {
  const { runtime, signIn } = door;
  pages.get('/invitation', async (context) => {
    const token = context.req.query('token') ?? '';
    const invited = await runtime.invitations.find(token);
    if (!invited) throw expiredInvitationError();
    allowScript(context);
    return context.html(invitationPage(invited, token, signIn().ways));
  });

  pages.post('/invitation', boundedBody, async (context) => {
    const field = await fields(context);
    const password = field('password');
    try {
      const invited = await runtime.invitations.find(field('token'));
      if (!invited) throw expiredInvitationError();
      const from = readSource(door, context, await readPublicKey(field('key')));
      const isChosen = password !== '' && signIn().ways.password;
      const chosen = isChosen ? await signIn().passwordChange(invited.userId, password) : [];
      await runtime.invitations.accept(field('token'), chosen);
      setCookies(context, await signIn().enter(invited.userId, from));
      return context.json({ next: '/account' });
    } catch (thrown) {
      return answerError(context, thrown);
    }
  });
}

/** A person who signed in here. Tokens and one-time links have no account page. */
async function findSignedIn(
  { signIn }: SignInDoor,
  context: Context<PageVariables>,
): Promise<SignedSession | undefined> {
  const signed = context.get('session');
  const stored = signed && (await signIn().sessionOf(context.req.header('cookie') ?? ''));
  return stored?.userId === signed?.principal.userId && stored?.publicKey === signed?.publicKey ? signed : undefined;
}

function addConsent(pages: Pages, door: SignInDoor): void {
  const { runtime, signIn } = door;
  pages.get('/consent', async (context) => {
    const found = await findSignedIn(door, context);
    if (!found) return redirectToSignIn(context);
    const { searchParams, search } = new URL(context.req.url);
    const client = await signIn().client(searchParams.get('client_id') ?? '');
    if (!client) throw new DeputizeError('NOT_FOUND', 'There is no such program.');
    const user = await runtime.people.user(found.principal, found.principal.userId);
    // A native client may use another port than it has registered, so the address of this request is shown.
    const redirect = searchParams.get('redirect_uri') ?? '';
    const hosts = URL.canParse(redirect)
      ? [new URL(redirect).host || new URL(redirect).protocol]
      : client.redirectHosts;
    const shown = { ...client, redirectHosts: hosts };
    return context.html(consentPage(shown, user, searchParams.getAll('resource'), search.slice(1)));
  });

  pages.post('/consent', boundedBody, async (context) => {
    const found = await findSignedIn(door, context);
    if (!found) return redirectToSignIn(context);
    const field = await fields(context);
    const isAccepted = field('answer') === 'yes';
    const url = await signIn().consent(field('question'), isAccepted, readSource(door, context));
    const clientId = new URLSearchParams(field('question')).get('client_id') ?? '';
    if (isAccepted)
      await runtime.credentials.changeAccess(found.principal, 'access.client_connected', [], { clientId });
    return context.redirect(url, 303);
  });
}

async function showAccount(door: SignInDoor, context: Context<PageVariables>, notice = ''): Promise<Response> {
  const { runtime, signIn } = door;
  const found = await findSignedIn(door, context);
  if (!found) return redirectToSignIn(context);
  const { principal } = found;
  const [user, access, passkeys] = await Promise.all([
    runtime.people.user(principal, principal.userId),
    runtime.access.of(principal, principal.userId),
    signIn().passkeys(principal.userId),
  ]);
  const account = { user, access, passkeys, ways: signIn().ways };
  return context.html(accountPage(account, notice));
}

function addAccount(pages: Pages, door: SignInDoor): void {
  const { runtime, signIn } = door;
  pages.get('/account', (context) => showAccount(door, context));

  pages.post('/account/password', boundedBody, async (context) => {
    const found = await findSignedIn(door, context);
    if (!found) return redirectToSignIn(context);
    const field = await fields(context);
    const { userId } = found.principal;
    // Without the current password, a stranger at an open browser could take over the account.
    const hasPassword = await signIn().hasPassword(userId);
    if (hasPassword && !(await signIn().isPassword(userId, field('current'), readSource(door, context))))
      return showAccount(door, context, 'That is not the present password; nothing was changed.');
    const writes = await signIn().passwordChange(userId, field('chosen'));
    await runtime.credentials.changeAccess(found.principal, 'access.password_changed', writes);
    // The session that begins here has the key that signed this request.
    setCookies(context, await signIn().enter(userId, readSource(door, context, found.publicKey)));
    return context.redirect('/account', 303);
  });

  pages.post('/account/new-token', boundedBody, async (context) => {
    const found = await findSignedIn(door, context);
    if (!found) return redirectToSignIn(context);
    const field = await fields(context);
    const name = field('name').slice(0, 100) || 'agent';
    const { token } = await runtime.credentials.createToken(found.principal, { scope: 'agent', name });
    return showAccount(door, context, `The token, shown this once: ${token}`);
  });

  pages.post('/account/end', boundedBody, async (context) => {
    const found = await findSignedIn(door, context);
    if (!found) return redirectToSignIn(context);
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
  if (!searchParams.has('client_id')) return toLocalPath(searchParams.get('next') ?? '/');
  for (const name of SIGNED) searchParams.delete(name);
  return `${AUTHORIZE}?${searchParams}`;
}
