/** One approval: who asks for what, exactly what would happen, and the decision. */
import { html } from 'hono/html';

import { inWords, showHidden, type ApprovalView, type PreviewPart } from '../../../core/index.ts';
import { actorName } from '../../../wire/actor-name.ts';
import {
  findSurroundingText,
  orderOrigins,
  originWords,
  findOriginWarning,
  type OrderedOrigins,
} from '../../../wire/origin-words.ts';
import { page } from './layout.ts';

type Markup = ReturnType<typeof html>;

export function approvalPage(approval: ApprovalView, notice?: string): Markup {
  const { preview, tool, preset, risk, reason, rule, requestedBy, expiresAt, callId } = approval;
  const args = JSON.stringify(approval.args, null, 2);
  const title = showHidden(preview.title);
  return page(
    title,
    html`${notice === undefined ? '' : html`<p class="notice" role="status">${notice}</p>`}
      <h1>${title}</h1>
      <dl>
        <dt>Tool</dt>
        <dd>${tool} <span class="soft">${preset}, version ${approval.version}</span></dd>
        <dt>Risk</dt>
        <dd class="${risk}">${risk}</dd>
        ${
          approval.resources.length === 0
            ? ''
            : html`<dt>In</dt>
                <dd>${showHidden(approval.resources.map(({ label }) => label).join(', '))}</dd>`
        }
        <dt>Reaches</dt>
        <dd>${showHidden(approval.scope.join(', ')) || 'what the arguments name'}</dd>
        <dt>Why you are asked</dt>
        <dd>${reason} <span class="soft">(${rule})</span></dd>
        <dt>Asked by</dt>
        <dd>${actorName(requestedBy)} for ${approval.userId}</dd>
        <dt>Open until</dt>
        <dd><time datetime="${expiresAt}">${expiresAt.replace('T', ' ').slice(0, 19)} UTC</time></dd>
        <dt>Call</dt>
        <dd class="soft">${callId}</dd>
      </dl>
      <h2>What would happen</h2>
      ${preview.parts.map(part)} ${origins(approval)}
      <h2>Exact arguments</h2>
      <pre>${showHidden(args)}</pre>
      ${approval.state === 'awaiting_approval' ? form(approval, args) : settled(approval)}`,
  );
}

function part(item: PreviewPart): Markup {
  if (item.kind === 'diff')
    return html`<p class="soft">${showHidden(item.path)}</p>
      <pre>${item.diff.split('\n').map(diffLine)}</pre>`;
  return html`${inWords(item).map(
    ({ label, lines }) =>
      html`<p class="soft">${showHidden(label)}</p>
        <pre>${showHidden(lines.join('\n'))}</pre>`,
  )}`;
}

function origins({ provenance }: ApprovalView): Markup | '' {
  if (provenance.length === 0) return '';
  const { values, rest, hasOthers } = orderOrigins(provenance);
  return html`<h2>${originWords.title}</h2>
    ${hasOthers ? html`<p class="soft">${originWords.hint}</p>` : ''} ${values.map(origin)}
    ${
      rest.length === 0
        ? ''
        : html`<details>
            <summary>${originWords.texts(rest.length)}</summary>
            ${rest.map(origin)}
          </details>`
    }`;
}

function origin(traced: OrderedOrigins['values'][number]): Markup {
  const [warning, around] = [findOriginWarning(traced), findSurroundingText(traced)];
  const tone = traced.origin === 'others' ? 'high' : 'medium';
  return html`<div class="card">
    <span class="soft">${originWords.kinds[traced.kind]}</span> <code>${showHidden(traced.value)}</code>
    <div>
      ${warning === undefined ? '' : html`<span class="${tone}">${warning}.</span>`} ${originWords.of[traced.origin]}
    </div>
    ${around === null ? '' : html`<blockquote class="soft">${showHidden(around)}</blockquote>`}
  </div>`;
}

function diffLine(line: string): Markup {
  return html`<span class="line ${lineClass(line)}">${showHidden(line)}</span>`;
}

function lineClass(line: string): string {
  if (line.startsWith('@@') || line.startsWith('---') || line.startsWith('+++')) return 'place';
  return line.startsWith('+') ? 'add' : line.startsWith('-') ? 'remove' : '';
}

function form({ id }: ApprovalView, args: string): Markup {
  return html`<form method="post" action="/approvals/${id}">
    <details>
      <summary>Change the arguments first</summary>
      <label for="args">Arguments, as JSON</label>
      <textarea id="args" name="args" spellcheck="false">${args}</textarea>
      <input type="hidden" name="proposed" value="${args}" />
    </details>
    <label for="reason">A reason, if you deny it</label>
    <input id="reason" name="reason" maxlength="2000" autocomplete="off" />
    <label for="remember">Remember this decision</label>
    <select id="remember" name="remember">
      <option value="once">Only this once</option>
      <option value="1h">For an hour, for exactly these arguments</option>
      <option value="always">Always, for exactly these arguments</option>
    </select>
    <div class="buttons">
      <button class="go" name="decision" value="approve">Approve</button>
      <button class="stop" name="decision" value="deny">Deny</button>
    </div>
  </form>`;
}

function settled({ state, decision, decidedBy, decidedByName, decidedVia, decidedAt, note }: ApprovalView): Markup {
  const said =
    decision === null
      ? `This is over: ${state}.`
      : `Already ${decision} by ${decidedByName ?? decidedBy} (${decidedVia}) at ${decidedAt}.`;
  return html`<p class="notice">${said}${note ? ` “${note}”` : ''} The call is now: ${state}.</p>`;
}
