/** The plain start page: what waits, what is in doubt, and what happened last. */
import { html } from 'hono/html';

import { showHidden, type ApprovalView, type CallView } from '../../../core/index.ts';
import { page } from './layout.ts';

type Markup = ReturnType<typeof html>;

export function homePage(
  waiting: readonly ApprovalView[],
  unknown: readonly CallView[],
  recent: readonly CallView[],
): Markup {
  return page(
    'Waiting for you',
    html`<h1>Waiting for you</h1>
      ${waiting.length === 0 ? html`<p class="soft">Nothing. Calls that need you appear here.</p>` : waiting.map(approvalCard)}
      ${unknown.length === 0 ? '' : html`<h2>In doubt after a crash</h2>`} ${unknown.map(callCard)}
      <h2>Last calls</h2>
      ${recent.length === 0 ? html`<p class="soft">None yet.</p>` : recent.map(callCard)}`,
  );
}

export function signedOutPage(): Markup {
  return page(
    'Sign in',
    html`<h1>Please sign in</h1>
      <p>
        Open the one-time link that <code>deputize start</code> printed, or make a new one with
        <code>deputize sign-in</code>.
      </p>`,
  );
}

export function problemPage(message: string): Markup {
  return page(
    'Not possible',
    html`<h1>That did not work</h1>
      <p class="notice">${message}</p>
      <p><a href="/">Back</a></p>`,
  );
}

function approvalCard({ id, preview, tool, risk, createdAt }: ApprovalView): Markup {
  return html`<div class="card">
    <a href="/approvals/${id}">${showHidden(preview.title)}</a>
    <div class="soft">${tool} · <span class="${risk}">${risk} risk</span> · ${when(createdAt)}</div>
  </div>`;
}

function callCard({ tool, state, decision, createdAt, callId }: CallView): Markup {
  return html`<div class="card">
    ${tool} · ${state}
    <div class="soft">${decision.reason} · ${when(createdAt)} · ${callId}</div>
  </div>`;
}

function when(iso: string): string {
  return `${iso.replace('T', ' ').slice(0, 19)} UTC`;
}
