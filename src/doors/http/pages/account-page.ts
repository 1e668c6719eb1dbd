/** One's own account: how one signs in, where one is signed in, and which programs act for one. */
import { html } from 'hono/html';

import { showHidden, type AccessView, type User } from '../../../core/index.ts';
import type { PasskeyInfo, SignInMethods } from '../../../ports/sign-in.ts';
import { page } from './layout.ts';

type Markup = ReturnType<typeof html>;

interface AccountPageData {
  readonly user: User;
  readonly ways: SignInMethods;
  readonly passkeys: readonly PasskeyInfo[];
  readonly access: AccessView;
}

export function accountPage(account: AccountPageData, notice = ''): Markup {
  const { user, ways, passkeys } = account;
  const { sessions, tokens, programs } = account.access;
  // Where people come in by a link alone, no program can be let in.
  const hasPrograms = ways.password || ways.passkey || ways.providers.length > 0;
  return page(
    'Your account',
    html`<h1>${user.name}</h1>
      ${notice === '' ? '' : html`<p class="notice" role="status">${showHidden(notice)}</p>`}
      <p class="soft">${user.email ?? 'no e-mail address'} · ${user.role}</p>
      ${ways.password ? passwordForm() : ''}
      ${
        ways.passkey
          ? html`<h2>Passkeys</h2>
              ${passkeys.map(({ id, name, createdAt }) => row(name, when(createdAt), 'passkey', id, 'Remove'))}
              <label for="passkey-name">A name for a new one</label>
              <input id="passkey-name" maxlength="60" />
              <div class="buttons"><button type="button" id="add-passkey">Add a passkey</button></div>
              <p class="notice" id="problem" role="alert" hidden></p>`
          : ''
      }
      <h2>Signed in</h2>
      ${sessions.map(({ id, createdAt, lastSeenAt, client, isThis }) =>
        row(
          client,
          `since ${when(createdAt)}${lastSeenAt === null ? '' : ` · last seen ${when(lastSeenAt)}`}${isThis ? ' · this one' : ''}`,
          'session',
          id,
          'End',
        ),
      )}
      ${hasPrograms ? html`<h2>Programs that act for you</h2>` : ''}
      ${hasPrograms && programs.length === 0 ? html`<p class="soft">None.</p>` : ''}
      ${programs.map(({ id, name, redirectHosts }) => row(name, redirectHosts.join(', '), 'client', id, 'End'))}
      <h2>Access tokens</h2>
      ${tokens.map(({ id, name, scope, createdAt, lastUsedAt }) =>
        row(
          name,
          `${scope} · made ${when(createdAt)} · ${lastUsedAt === null ? 'never used' : `last used ${when(lastUsedAt)}`}`,
          'token',
          id,
          'Revoke',
        ),
      )}
      <form method="post" action="/account/new-token">
        <label for="token-name">A name for a new one, for an agent</label>
        <input id="token-name" name="name" maxlength="100" required />
        <div class="buttons"><button>Make a token</button></div>
      </form>
      <form method="post" action="/sign-out">
        <div class="buttons"><button>Sign out</button></div>
      </form>`,
  );
}

function passwordForm(): Markup {
  return html`<h2>Password</h2>
    <form method="post" action="/account/password">
      <label for="current">The present one; leave it empty if you have none</label>
      <input id="current" name="current" type="password" autocomplete="current-password" />
      <label for="chosen">A new one of 12 characters or more</label>
      <input id="chosen" name="chosen" type="password" autocomplete="new-password" minlength="12" required />
      <div class="buttons"><button>Change it, and end every other session</button></div>
    </form>`;
}

function row(title: string, about: string, kind: string, id: string, verb: string): Markup {
  return html`<form class="card" method="post" action="/account/end">
    ${showHidden(title)}
    <div class="soft">${showHidden(about)}</div>
    <input type="hidden" name="kind" value="${kind}" /><input type="hidden" name="id" value="${id}" />
    <div class="buttons"><button class="stop">${verb}</button></div>
  </form>`;
}

function when(iso: string): string {
  return iso === '' ? '' : `${iso.replace('T', ' ').slice(0, 16)} UTC`;
}
