/** The panic switch: a button on every page, a question before it, and what it did until it is lifted. */
import { useState, type ReactNode } from 'react';

import { messages } from '../messages.ts';
import { Dialog } from '../primitives/dialog.tsx';
import { Time } from '../primitives/time.tsx';
import { VisibleText } from '../primitives/visible-text.tsx';
import { useLine } from '../state/live.ts';
import { useStop, useStopAll } from '../state/stop.ts';

const said = messages.stop;

export function StopButton(): ReactNode {
  const { data: stop } = useStop();
  const stopAll = useStopAll();
  const [isAsking, setAsking] = useState(false);
  const close = (): void => setAsking(false);
  if (stop) return null;
  return (
    <>
      <button type="button" className="button danger small stop-button" onClick={() => setAsking(true)}>
        {said.button}
      </button>
      <Dialog title={said.title} isOpen={isAsking} onClose={close}>
        <p>{said.what}</p>
        {stopAll.error && <p className="fault">{stopAll.error.message}</p>}
        <div className="buttons">
          <button type="button" className="button" onClick={close}>
            {messages.cancel}
          </button>
          <button
            type="button"
            className="button danger"
            disabled={stopAll.isPending}
            onClick={() => stopAll.mutate(false, { onSuccess: close })}
          >
            {said.button}
          </button>
        </div>
      </Dialog>
    </>
  );
}

/** A bar above every page while everything is stopped. */
export function StopBar(): ReactNode {
  const { data: stop } = useStop();
  const stopAll = useStopAll();
  const { userId } = useLine();
  if (!stop) return null;
  const isStill = stopAll.data?.stopped === true;
  return (
    <div className="stop-bar" role="alert">
      <p>
        <strong>{said.stopped}</strong>{' '}
        {stop.by === userId ? said.byYou : <VisibleText text={said.by(stop.name ?? said.somebody)} />},{' '}
        <Time at={stop.since} />. {said.holds}
      </p>
      {isStill ? (
        <p>{said.notYours}</p>
      ) : (
        <button
          type="button"
          className="button small"
          disabled={stopAll.isPending}
          onClick={() => stopAll.mutate(true)}
        >
          {said.lift}
        </button>
      )}
    </div>
  );
}
