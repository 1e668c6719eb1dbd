/** Whether the record of everything is whole, checked when asked. */
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { messages } from '../../messages.ts';
import { ask } from '../../state/api.ts';

type Verification =
  | { readonly ok: true; readonly records: number; readonly head: string }
  | { readonly ok: false; readonly seq: number; readonly message: string };

export function ChainCheck(): ReactNode {
  const check = useMutation({ mutationFn: () => ask<Verification>('/api/audit/verify') });
  return (
    <div className="chain">
      <button type="button" className="button small" disabled={check.isPending} onClick={() => check.mutate()}>
        {check.isPending ? messages.activity.verifying : messages.activity.verify}
      </button>
      <span role="status" className={check.data?.ok === false || check.error ? 'chain-bad' : 'chain-good'}>
        {check.error?.message}
        {check.data && say(check.data)}
      </span>
    </div>
  );
}

function say(found: Verification): string {
  return found.ok
    ? messages.activity.whole(found.records, found.head.slice(0, 12))
    : messages.activity.broken(found.seq, found.message);
}
