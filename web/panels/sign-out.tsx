/** Ends this browser's session. */
import type { ReactNode } from 'react';

import { messages } from '../messages.ts';

export function SignOut(): ReactNode {
  return (
    <form method="post" action="/sign-out">
      <button type="submit" className="button quiet small">
        {messages.signOut}
      </button>
    </form>
  );
}
