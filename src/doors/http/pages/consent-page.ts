/** What a person is asked before a program may act for them. */
import { html } from 'hono/html';

import { showHidden, type User } from '../../../core/index.ts';
import type { ConnectedClient } from '../../../ports/sign-in.ts';
import { page } from './layout.ts';

export function consentPage(
  { name, redirectHosts }: ConnectedClient,
  { name: userName, email }: User,
  places: readonly string[],
  question: string,
): ReturnType<typeof html> {
  return page(
    'Let a program in',
    html`<h1>Let “${showHidden(name)}” act for you?</h1>
      <p>You are ${userName}${email === null ? '' : html` (${email})`}.</p>
      <dl>
        <dt>Says it is</dt>
        <dd>${showHidden(name)}. This name is not verified.</dd>
        <dt>Leads back to</dt>
        <dd>${redirectHosts.map(showHidden).join(', ')}</dd>
        <dt>May use</dt>
        <dd>${places.map(showHidden).join(', ')}</dd>
      </dl>
      <h2>What it could do then</h2>
      <ul>
        <li>See and call the tools that you are offered there, with what you yourself may see.</li>
        <li>Ask for what needs a person’s approval, and wait for yours.</li>
      </ul>
      <h2>What it could not do</h2>
      <ul>
        <li>Approve or grant anything, change a setting, or sign in as you.</li>
      </ul>
      <form method="post" action="/consent">
        <input type="hidden" name="question" value="${question}" />
        <div class="buttons">
          <button class="go" name="answer" value="yes">Let it in</button>
          <button class="stop" name="answer" value="no">Refuse</button>
        </div>
      </form>
      <p class="soft">You can end it at any time on <a href="/account">your account’s page</a>.</p>`,
  );
}
