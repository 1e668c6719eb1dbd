/** Guards the server-rendered pages: their content is for requests that the key of a session has signed. */
import type { Context, MiddlewareHandler } from 'hono';
import { html } from 'hono/html';

import { DeputizeError, type Principal } from '../../../core/index.ts';
import { importPublicKey, PROOF_HEADER } from '../../../lib/session-proof.ts';
import { resolveCaller, type RequestCaller, type SignedSession } from '../caller.ts';
import type { HttpEnvironment } from '../environment.ts';
import { isSameOrigin, readSignedBody, sendTime, unauthenticatedError } from '../guard.ts';
import { problemPage, signedOutPage } from './home-page.ts';
import { page, sessionScript } from './layout.ts';

export interface PageVariables {
  Variables: { principal: Principal; session: SignedSession | undefined };
}

/** The policy of pages with our own script. */
const SCRIPT_POLICY =
  "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

export function allowScript(context: Context): void {
  context.header('content-security-policy', SCRIPT_POLICY);
}

/** Every page behind this one is for signed-in people. */
export function requireSignIn(environment: HttpEnvironment): MiddlewareHandler<PageVariables> {
  return async (context, next) => {
    // A proof is accepted once, also by this guard.
    if (context.get('principal') as Principal | undefined) return next();
    const caller = await resolveCaller(environment, context.req.raw);
    if (!caller.principal) return answerSignedOut(context, environment, caller);
    // Only a form of our own may decide.
    if (context.req.method === 'POST' && !isSameOrigin(context))
      return context.html(problemPage('This form came from another site.'), 403);
    context.set('principal', caller.principal);
    context.set('session', caller.kind === 'session' ? caller.session : undefined);
    allowScript(context);
    return caller.kind === 'session' ? readSignedBody(context, caller.session, next) : next();
  };
}

/** A page that a browser opens by its address is empty. Its script requests the content with a signature. */
export function answerSignedOut(
  context: Context,
  environment: HttpEnvironment,
  { kind }: RequestCaller,
): Response | Promise<Response> {
  const isOpened = context.req.method === 'GET' && context.req.header(PROOF_HEADER) === undefined;
  if (kind === 'unsigned' && isOpened) return answerFrame(context);
  if (kind === 'none' && isOpened && environment.signIn) return redirectToSignIn(context);
  if (kind === 'none') return context.html(signedOutPage(), 401);
  if (kind === 'time') sendTime(context, environment);
  return context.html(problemPage(unauthenticatedError({ kind } as RequestCaller).message), 401);
}

export function answerFrame(context: Context): Response | Promise<Response> {
  allowScript(context);
  return context.html(scriptPage('Loading', 'load', html`<p class="soft">Loading …</p>`));
}

export function redirectToSignIn(context: Context): Response {
  const { pathname, search } = new URL(context.req.url);
  return context.redirect(`/sign-in?next=${encodeURIComponent(pathname + search)}`, 303);
}

/** A page whose script begins by itself. `task` says with what. */
export function scriptPage(title: string, task: 'load' | 'link' | 'finish', content: ReturnType<typeof html>) {
  return page(
    title,
    html`<div id="task" data-task="${task}">${content}</div>
      <p class="notice" id="problem" role="alert" hidden></p>
      <noscript>
        <p class="notice">
          This page needs its script, which signs each request. Without scripts, use the command line: deputize
          approvals.
        </p>
      </noscript>
      ${sessionScript}`,
  );
}

/** A script cannot see where a redirect leads, so the answer itself names the address. */
export const answerScripts: MiddlewareHandler = async (context, next) => {
  await next();
  const { status, headers } = context.res;
  if (context.req.header(PROOF_HEADER) === undefined || status < 300 || status > 399 || !headers.has('location'))
    return;
  context.res = new Response(null, { status: 200, headers });
};

/** The public key of a new session, from the request that proves who signs in. */
export async function readPublicKey(text: string): Promise<string> {
  if (await importPublicKey(text)) return text;
  throw new DeputizeError('INVALID_REQUEST', 'Signing in needs the script of the page, which makes the session’s key.');
}
