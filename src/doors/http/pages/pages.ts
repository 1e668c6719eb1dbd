/** The pages: sign-in, the console, and without scripts the list and one approval with its form. */
import { Hono } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';

import { toErrorValue, parseDecision, type ApprovalView, type Principal } from '../../../core/index.ts';
import type { HttpEnvironment } from '../environment.ts';
import { boundedBody, isSameOrigin, resolvePrincipal, SESSION_COOKIE } from '../guard.ts';
import { toHttpStatus } from '../answer-error.ts';
import { approvalPage } from './approval-page.ts';
import { confirmPage, type ConfirmQuestion } from './confirm-page.ts';
import { answerAsset, CONSOLE_PATHS } from './console.ts';
import { homePage, problemPage, signedOutPage } from './home-page.ts';
import { STYLE } from './layout.ts';
import { createOwnAccountPages } from './own-account-pages.ts';
import { createPeoplePages } from './people-pages.ts';
import { createSignInPages } from './sign-in-pages.ts';

export function createPages(environment: HttpEnvironment): Hono<{ Variables: { principal: Principal } }> {
  const { runtime, isSecure, assets, signIn } = environment;
  const pages = new Hono<{ Variables: { principal: Principal } }>();

  pages.get('/style.css', (context) =>
    context.body(STYLE, 200, { 'content-type': 'text/css; charset=utf-8', 'cache-control': 'max-age=3600' }),
  );

  if (assets) {
    pages.get('/assets/:name', (context) => answerAsset(context, assets, `assets/${context.req.param('name')}`));
    // Fetched without a cookie by what installs the console; nothing in them is anybody's.
    for (const name of ['icon.svg', 'icon-maskable.svg', 'manifest.webmanifest', 'sw.js'])
      pages.get(`/${name}`, (context) => answerAsset(context, assets, name));
  }

  if (signIn) pages.route('/', createSignInPages(environment, signIn));

  pages.get('/sign-in', async (context) => {
    const signedIn = await runtime.credentials.signIn(
      context.req.query('link') ?? '',
      context.req.header('user-agent')?.slice(0, 300),
    );
    if (!signedIn)
      return context.html(
        problemPage('This link was used already, or is too old. Make a new one with: deputize sign-in'),
        401,
      );
    setCookie(context, SESSION_COOKIE, signedIn.session, {
      path: '/',
      httpOnly: true,
      sameSite: 'Lax',
      secure: isSecure(),
      maxAge: Math.floor(signedIn.maxAgeMs / 1_000),
    });
    return context.redirect('/', 303);
  });

  pages.use('*', async (context, next) => {
    const found = await resolvePrincipal(environment, context.req.raw, context.req.header('cookie'));
    if (!found && signIn && context.req.method === 'GET')
      return context.redirect(`/sign-in?next=${encodeURIComponent(context.req.path)}`, 303);
    if (!found) return context.html(signedOutPage(), 401);
    // Only a form of our own may decide.
    if (context.req.method === 'POST' && !isSameOrigin(context)) {
      return context.html(problemPage('This form came from another site.'), 403);
    }
    context.set('principal', found.principal);
    return next();
  });

  if (assets)
    for (const path of CONSOLE_PATHS) pages.get(path, (context) => answerAsset(context, assets, 'index.html'));

  pages.on('GET', assets ? ['/plain'] : ['/plain', '/'], async (context) => {
    const principal = context.get('principal');
    const [waiting, unknown, recent] = await Promise.all([
      runtime.approvals.list(principal),
      runtime.calls.list({ state: 'unknown' }, principal),
      runtime.calls.list({ limit: 20 }, principal),
    ]);
    return context.html(homePage(waiting, unknown, recent));
  });

  pages.route('/', createPeoplePages(environment));
  if (!signIn) pages.route('/', createOwnAccountPages(environment));

  pages.post('/sign-out', async (context) => {
    const session = getCookie(context, SESSION_COOKIE);
    if (session !== undefined) await runtime.credentials.signOut(session);
    deleteCookie(context, SESSION_COOKIE);
    const cookie = context.req.header('cookie') ?? '';
    for (const line of (await signIn?.().leave({ cookie, address: undefined, userAgent: '' })) ?? [])
      context.header('set-cookie', line, { append: true });
    return context.redirect('/', 303);
  });

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
      const question = await findHighRisk(approval, field, principal);
      if (question) return context.html(confirmPage(approval, question, field));
    }
    const notice = await decide(id, field, principal);
    return context.html(approvalPage(await runtime.approvals.show(id, principal), notice));
  });

  async function findHighRisk(
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

  async function decide(id: string, field: FormField, principal: Principal): Promise<string> {
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

  pages.onError((thrown, context) => {
    const error = toErrorValue(thrown);
    return context.html(problemPage(error.message), toHttpStatus(error));
  });

  return pages;
}

type FormField = (name: string) => string;

const isEdited = (field: FormField): boolean =>
  field('args') !== '' && normal(field('args')) !== normal(field('proposed'));

// Browsers send line ends as CR LF.
function normal(text: string): string {
  return text.replaceAll('\r\n', '\n').trim();
}
