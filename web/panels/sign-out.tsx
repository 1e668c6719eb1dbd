/** Ends this browser's session. */
import type { ReactNode } from 'react';

import { messages } from '../messages.ts';
import { forgetKey, sendSigned } from '../state/session-key.ts';

/** Without a key, the server does not accept the request, and the page shows how to sign in. */
async function signOut(): Promise<void> {
  await sendSigned('/sign-out', { method: 'POST' }).catch(() => undefined);
  await forgetKey();
  window.location.assign('/');
}

export function SignOut(): ReactNode {
  return (
    <button type="button" className="button quiet small" onClick={() => void signOut()}>
      {messages.signOut}
    </button>
  );
}
