/** The pages before one is in: signing in, an invitation, and the step to wherever it goes on. */
import { html } from 'hono/html';

import type { SignInMethods } from '../../../ports/sign-in.ts';
import { page, sessionScript } from './layout.ts';

type Markup = ReturnType<typeof html>;

/** Where the script says what went wrong, and what is shown if it does not run. */
const scriptNotice = html`<p class="notice" id="problem" role="alert" hidden></p>
  <noscript><p class="notice">Signing in needs the script of this page, which makes the session’s key.</p></noscript>
  ${sessionScript}`;

export function signInPage(ways: SignInMethods, next: string, notice = ''): Markup {
  const hidden = html`<input type="hidden" name="next" value="${next}" />`;
  return page(
    'Sign in',
    html`<h1>Sign in</h1>
      ${notice === '' ? '' : html`<p class="notice" role="alert">${notice}</p>`}
      ${
        ways.password
          ? html`<form method="post" action="/sign-in" data-enter>
              ${hidden}
              <label for="email">E-mail address</label>
              <input id="email" name="email" type="email" autocomplete="username webauthn" required />
              <label for="password">Password</label>
              <input id="password" name="password" type="password" autocomplete="current-password" required />
              <div class="buttons"><button class="go">Sign in</button></div>
            </form>`
          : ''
      }
      ${
        ways.passkey
          ? html`<div class="buttons">
              <button type="button" id="passkey" data-next="${next}">Sign in with a passkey</button>
            </div>`
          : ''
      }
      ${ways.providers.map(
        ({ id, name }) =>
          html`<form method="post" action="/sign-in/provider" data-native>
            ${hidden}<input type="hidden" name="provider" value="${id}" />
            <div class="buttons"><button>Sign in with ${name}</button></div>
          </form>`,
      )}
      ${scriptNotice}`,
  );
}

export function invitationPage(
  { name, email, organization }: { name: string; email: string; organization: string },
  token: string,
  ways: SignInMethods,
): Markup {
  const hidden = html`<input type="hidden" name="token" value="${token}" />`;
  return page(
    'Invitation',
    html`<h1>Welcome, ${name}</h1>
      <p>You were invited to ${organization} as ${email}.</p>
      ${
        ways.password
          ? html`<form method="post" action="/invitation" data-enter>
              ${hidden}<input type="hidden" name="email" value="${email}" autocomplete="username" />
              <label for="password">Choose a password of 12 characters or more</label>
              <input
                id="password"
                name="password"
                type="password"
                autocomplete="new-password"
                minlength="12"
                required
              />
              <div class="buttons"><button class="go">Come in</button></div>
            </form>`
          : ''
      }
      <form method="post" action="/invitation" data-enter>
        ${hidden}
        <div class="buttons"><button>Come in without a password</button></div>
        <p class="soft">Then add a passkey on the next page, or you will need another invitation.</p>
      </form>
      ${scriptNotice}`,
  );
}

/** Not a redirect: a form's page may only lead to where its policy says, and this leads anywhere that was decided. */
export function onwardPage(url: string): Markup {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="refresh" content="0;url=${url}" />
        <title>Going on · Deputize</title>
        <link rel="stylesheet" href="/style.css" />
      </head>
      <body>
        <main>
          <p><a href="${url}">Go on</a></p>
        </main>
      </body>
    </html>`;
}
