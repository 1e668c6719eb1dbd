/** The pages: sign-in, the console, and server-rendered the list and one approval with its form. */
import { Hono } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { html } from 'hono/html';

import {
  DeputizeError,
  toErrorValue,
  parseDecision,
  type ApprovalView,
  type Principal,
  type Runtime,
} from '../../../core/index.ts';
import { toLocalPath } from '../../../lib/local-path.ts';
import type { HttpEnvironment } from '../environment.ts';
import { answerError, toHttpStatus } from '../answer-error.ts';
import { resolveCaller, SESSION_COOKIE } from '../caller.ts';
import { boundedBody, isSameOrigin } from '../guard.ts';
import { approvalPage } from './approval-page.ts';
import { confirmPage, type ConfirmQuestion } from './confirm-page.ts';
import { answerAsset, CONSOLE_PATHS } from './console.ts';
import { homePage, problemPage, signedOutPage } from './home-page.ts';
import { STYLE } from './layout.ts';
import { createOwnAccountPages } from './own-account-pages.ts';
import {
  allowScript,
  answerScripts,
  answerSignedOut,
  readPublicKey,
  requireSignIn,
  scriptPage,
  type PageVariables,
} from './page-guard.ts';
import { createPeoplePages } from './people-pages.ts';
import { SESSION_SCRIPT } from './session-script.ts';
import { createSignInPages } from './sign-in-pages.ts';

type PlainPages = Hono<PageVariables>;

export function createPages(environment: HttpEnvironment): PlainPages {
  const { runtime, signIn } = environment;
  const pages: PlainPages = new Hono();
  pages.use('*', answerScripts);
  addAssets(pages, environment);
  if (signIn) pages.route('/', createSignInPages(environment, signIn));
  addLinkSignIn(pages, environment);
  addConsole(pages, environment);
  pages.use('*', requireSignIn(environment));
  addHomePage(pages, environment);
  pages.route('/', createPeoplePages(environment));
  if (!signIn) pages.route('/', createOwnAccountPages(environment));
  addSignOut(pages, environment);
  addApprovalPages(pages, runtime);
  pages.onError((thrown, context) => {
    const error = toErrorValue(thrown);
    return context.html(problemPage(error.message), toHttpStatus(error));
  });
  return pages;
}

/** What browsers fetch without a session. */
function addAssets(pages: PlainPages, { assets }: HttpEnvironment): void {
  pages.get('/style.css', (context) =>
    context.body(STYLE, 200, { 'content-type': 'text/css; charset=utf-8', 'cache-control': 'max-age=3600' }),
  );

  pages.get('/session.js', (context) =>
    context.body(SESSION_SCRIPT, 200, {
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'no-cache',
    }),
  );

  if (assets) {
    pages.get('/assets/:name', (context) => answerAsset(context, assets, `assets/${context.req.param('name')}`));
    // Fetched without a cookie by what installs the console; nothing in them is anybody's.
    for (const name of ['icon.svg', 'icon-maskable.svg', 'manifest.webmanifest', 'sw.js'])
      pages.get(`/${name}`, (context) => answerAsset(context, assets, name));
  }
}

/** Signs in by a one-time link. The page's script uses the link, so that opening its address alone does not. */
function addLinkSignIn(pages: PlainPages, { runtime, isSecure }: HttpEnvironment): void {
  const { credentials } = runtime;
  pages.get('/sign-in', async (context) => {
    const link = context.req.query('link');
    if (link === undefined) return context.html(signedOutPage(), 401);
    if (!(await credentials.isLinkOpen(link))) return context.html(problemPage(USED_LINK), 401);
    allowScript(context);
    return context.html(scriptPage('Sign in', 'link', html`<p class="soft">Signing in …</p>`));
  });

  pages.post('/sign-in/link', boundedBody, async (context) => {
    if (!isSameOrigin(context)) return answerError(context, new DeputizeError('FORBIDDEN', FOREIGN_FORM));
    const { link, key, next } = await context.req.parseBody();
    const publicKey = await readPublicKey(String(key));
    const signedIn = await credentials.signIn(String(link), publicKey, context.req.header('user-agent')?.slice(0, 300));
    if (!signedIn) return answerError(context, new DeputizeError('UNAUTHENTICATED', USED_LINK));
    setCookie(context, SESSION_COOKIE, signedIn.session, {
      path: '/',
      httpOnly: true,
      sameSite: 'Lax',
      secure: isSecure(),
      maxAge: Math.floor(signedIn.maxAgeMs / 1_000),
    });
    return context.json({ next: toLocalPath(typeof next === 'string' ? next : '/') });
  });
}

const USED_LINK = 'This link was used already, or is too old. Make a new one with: deputize sign-in';
const FOREIGN_FORM = 'This form came from another site.';

/** The page of the console is the same for all users. Its script requests everything else with signatures. */
function addConsole(pages: PlainPages, environment: HttpEnvironment): void {
  const { assets } = environment;
  if (!assets) return;
  for (const path of CONSOLE_PATHS)
    pages.get(path, async (context) => {
      const caller = await resolveCaller(environment, context.req.raw);
      const isKnown = caller.principal !== undefined || caller.kind === 'unsigned';
      return isKnown ? answerAsset(context, assets, 'index.html') : answerSignedOut(context, environment, caller);
    });
}

function addHomePage(pages: PlainPages, { runtime, assets }: HttpEnvironment): void {
  pages.on('GET', assets ? ['/plain'] : ['/plain', '/'], async (context) => {
    const principal = context.get('principal');
    const [waiting, unknown, recent] = await Promise.all([
      runtime.approvals.list(principal),
      runtime.calls.list({ state: 'unknown' }, principal),
      runtime.calls.list({ limit: 20 }, principal),
    ]);
    return context.html(homePage(waiting, unknown, recent));
  });
}

function addSignOut(pages: PlainPages, { runtime, signIn }: HttpEnvironment): void {
  pages.post('/sign-out', async (context) => {
    const session = getCookie(context, SESSION_COOKIE);
    if (session !== undefined) await runtime.credentials.signOut(session);
    deleteCookie(context, SESSION_COOKIE);
    const cookie = context.req.header('cookie') ?? '';
    for (const line of (await signIn?.().leave({ cookie, address: undefined, userAgent: '' })) ?? [])
      context.header('set-cookie', line, { append: true });
    return context.redirect('/', 303);
  });
}

function addApprovalPages(pages: PlainPages, runtime: Runtime): void {
  pages.get('/approvals/:id', async (context) => {
    return context.html(approvalPage(await runtime.approvals.show(context.req.param('id'), context.get('principal'))));
  });

  pages.post('/approvals/:id', boundedBody, async (context) => {
    const id = context.req.param('id');
    const principal = context.get('principal');
    const form = await context.req.parseBody();
    const field = (name: string): string => (typeof form[name] === 'string' ? form[name] : '');
    const asksAgain = field('decision') === 'approve' && field('confirmed') !== 'high-risk';
    // An agent is refused by the decision itself.
    if (asksAgain && principal.kind === 'person') {
      const approval = await runtime.approvals.show(id, principal);
      const question = await findHighRisk(runtime, approval, field, principal);
      if (question) return context.html(confirmPage(approval, question, field));
    }
    const notice = await submitDecision(runtime, id, field, principal);
    return context.html(approvalPage(await runtime.approvals.show(id, principal), notice));
  });
}

/** What a person confirms a second time before a call of high risk runs. Undefined for other calls. */
async function findHighRisk(
  runtime: Runtime,
  approval: ApprovalView,
  field: FormField,
  principal: Principal,
): Promise<ConfirmQuestion | undefined> {
  const { id, state, risk, preview, scope, args } = approval;
  if (state !== 'awaiting_approval') return undefined;
  if (!isEdited(field)) return risk === 'high' ? { title: preview.title, scope, args } : undefined;
  try {
    const changed = JSON.parse(field('args')) as unknown;
    const shown = await runtime.approvals.dryRun(id, changed, principal);
    if (risk !== 'high' && shown.risk !== 'high') return undefined;
    return { title: shown.preview?.title ?? preview.title, scope: shown.scope, args: changed };
  } catch {
    // The decision itself refuses arguments that cannot be read, with the reason.
    return risk === 'high' ? { title: preview.title, scope, args: field('args') } : undefined;
  }
}

/** Returns what the page says about the decision. */
async function submitDecision(runtime: Runtime, id: string, field: FormField, principal: Principal): Promise<string> {
  const decision = field('decision') === 'approve' ? 'approve' : 'deny';
  try {
    const spoken = {
      decision,
      reason: field('reason') || undefined,
      remember: field('remember') || undefined,
      modifiedArgs: isEdited(field) && decision === 'approve' ? (JSON.parse(field('args')) as unknown) : undefined,
    };
    const { outcome, offer } = await runtime.approvals.decide(id, parseDecision(spoken, 'page'), principal);
    const offered = offer
      ? ` You have approved exactly this ${offer.approvedBefore} times; next time you can choose to remember it.`
      : '';
    return `${decision === 'approve' ? 'Approved' : 'Denied'}: ${'error' in outcome ? outcome.error.message : outcome.state}.${offered}`;
  } catch (error) {
    return error instanceof SyntaxError
      ? 'The arguments are not valid JSON; nothing was changed.'
      : toErrorValue(error).message;
  }
}

type FormField = (name: string) => string;

const isEdited = (field: FormField): boolean =>
  field('args') !== '' && normal(field('args')) !== normal(field('proposed'));

// Browsers send line ends as CR LF.
function normal(text: string): string {
  return text.replaceAll('\r\n', '\n').trim();
}
