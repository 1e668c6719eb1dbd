/** The page before a department or a user is removed: its name has to be typed. The page's script disables the button until then. */
import { html } from 'hono/html';

import { showHidden } from '../../../core/index.ts';
import { page } from './layout.ts';

type Markup = ReturnType<typeof html>;

export interface RemovalTarget {
  readonly what: 'remove-department' | 'remove-user';
  readonly id: string;
  readonly name: string;
}

const MEANING: Readonly<Record<RemovalTarget['what'], string>> = {
  'remove-department': 'Its members leave it, and what belongs to the department is no longer shared with them.',
  'remove-user': 'All sessions, access tokens and programs of this user end at once.',
};

export function confirmNamePage({ what, id, name }: RemovalTarget, notice = ''): Markup {
  return page(
    'Remove',
    html`<h1>Remove ${showHidden(name)}?</h1>
      ${notice === '' ? '' : html`<p class="notice" role="status">${notice}</p>`}
      <p>${MEANING[what]}</p>
      <form class="card" method="post" action="/people" data-confirm-name="${name}">
        <input type="hidden" name="what" value="${what}" />
        <input type="hidden" name="id" value="${id}" />
        <label for="typed">Type “${showHidden(name)}” to confirm</label>
        <input id="typed" name="typed" maxlength="200" autocomplete="off" spellcheck="false" required />
        <div class="buttons"><button class="stop">Remove</button></div>
      </form>
      <p><a href="/people">Back</a></p>`,
  );
}

/** Whether the typed text is the name, apart from spaces around it and how its accents are encoded. */
export const isSameName = (typed: string, name: string): boolean => plainName(typed) === plainName(name);

const plainName = (text: string): string => text.normalize('NFC').trim();
