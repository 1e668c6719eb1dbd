/** A view whose code is loaded when it is opened. Where that fails the frame stays, and the view is tried again. */
import { useEffect, useState, type ComponentType, type ReactNode } from 'react';

import { messages } from '../messages.ts';
import { Notice } from '../primitives/notice.tsx';
import { reloadForNewVersion } from '../state/new-version.ts';

const FIRST_RETRY_MS = 2_000;
const LAST_RETRY_MS = 30_000;

type ViewLoader = () => Promise<ComponentType>;
type LazyView = (() => ReactNode) & { preload: () => Promise<void> };

export function createLazyView(load: ViewLoader): LazyView {
  let loaded: ComponentType | undefined;
  const loadOnce: ViewLoader = async () => (loaded ??= await load());
  const View = (): ReactNode => {
    const Loaded = loaded;
    return Loaded ? <Loaded /> : <LoadingView load={loadOnce} />;
  };
  // A failure is shown once the view is opened.
  View.preload = () =>
    loadOnce().then(
      () => undefined,
      () => undefined,
    );
  return View;
}

function LoadingView({ load }: { readonly load: ViewLoader }): ReactNode {
  const [view, setView] = useState<{ readonly Loaded: ComponentType } | undefined>();
  const [failures, setFailures] = useState(0);
  const [attempt, setAttempt] = useState(0);
  const isTrying = failures < attempt + 1;
  useEffect(() => {
    let isLeft = false;
    load().then(
      (Loaded) => !isLeft && setView({ Loaded }),
      async () => {
        await reloadForNewVersion();
        if (!isLeft) setFailures(attempt + 1);
      },
    );
    return () => {
      isLeft = true;
    };
  }, [load, attempt]);
  useEffect(() => {
    if (isTrying || view) return;
    const retry = (): void => setAttempt((before) => before + 1);
    const timer = setTimeout(retry, Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** (failures - 1)));
    window.addEventListener('online', retry);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('online', retry);
    };
  }, [isTrying, view, failures]);

  if (view) return <view.Loaded />;
  if (failures === 0) return <p className="placeholder">{messages.loading}</p>;
  return (
    <div className="page">
      <h1>{messages.viewFailed.title}</h1>
      <Notice tone="bad">
        <p>{messages.viewFailed.what}</p>
        <p>{messages.viewFailed.next}</p>
        <button
          type="button"
          className="button small"
          disabled={isTrying}
          onClick={() => setAttempt((before) => before + 1)}
        >
          {isTrying ? messages.loading : messages.viewFailed.retry}
        </button>
      </Notice>
    </div>
  );
}
