/** Turns push notifications on this device on and off. */
import type { ReactNode } from 'react';

import { messages } from '../messages.ts';
import { Notice } from '../primitives/notice.tsx';
import { canBeTold, useIsTold, useTell } from '../state/worker.ts';

const words = messages.device;

export function ThisDevice(): ReactNode {
  const { data: isTold = false } = useIsTold();
  const tell = useTell();
  return (
    <section aria-labelledby="device-title">
      <h2 id="device-title">{words.title}</h2>
      <p className="soft">{canBeTold ? words.hint : words.cannot}</p>
      {tell.error && <Notice tone="bad">{words.failed(tell.error.message)}</Notice>}
      {canBeTold && (
        <button type="button" className="button" disabled={tell.isPending} onClick={() => tell.mutate(!isTold)}>
          {isTold ? words.stop : words.start}
        </button>
      )}
    </section>
  );
}
