/** The frame around every view: where one is, whether the line is open, and the keys. */
import { Link, Outlet, useNavigate, useRouterState } from '@tanstack/react-router';
import { useEffect, useMemo, useState, type ReactNode } from 'react';

import { messages } from '../messages.ts';
import { useKeys } from '../state/keys.ts';
import { useLine } from '../state/live.ts';
import { useWaiting } from '../state/queries.ts';
import { useSignedOut } from '../state/signed-out.ts';
import { useSingleKeys } from '../state/single-keys.ts';
import { useNotifications } from '../state/team.ts';
import { KeysDialog } from './keys-dialog.tsx';
import { SignOut } from './sign-out.tsx';
import { StopBar, StopButton } from './stop-all.tsx';
import { ThemeSwitch } from './theme-switch.tsx';
import { useViews, viewAt } from './views.ts';

export function Shell(): ReactNode {
  const waiting = useWaiting().data?.approvals ?? [];
  const unread = (useNotifications().data ?? []).filter(({ readAt }) => readAt === null).length;
  const isSignedOut = useSignedOut();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const here = viewAt(path);
  const views = useViews();
  const [isHelping, setHelping] = useState(false);
  const areKeysOn = useSingleKeys();
  const navigate = useNavigate();
  const keys = useMemo(
    () => ({
      '?': () => setHelping(true),
      g: () =>
        void navigate({ to: views[(views.findIndex(({ name }) => name === here.name) + 1) % views.length]?.to ?? '/' }),
    }),
    [here, navigate, views],
  );
  useKeys(keys);
  useEffect(() => {
    const count = waiting.length > 0 ? `(${waiting.length}) ` : '';
    document.title = `${count}${here.name} · ${messages.brand}`;
  }, [waiting.length, here]);

  if (isSignedOut) return <SignedOut />;
  return (
    <div className="shell">
      <a className="skip" href="#content">
        {messages.skip}
      </a>
      <header className="side">
        <Link to="/" className="brand">
          <img src="/icon.svg" alt="" width="26" height="26" />
          {messages.brand}
        </Link>
        <nav aria-label={messages.nav.label} className="nav">
          {views.map((view) => (
            <Link
              key={view.to}
              to={view.to}
              className={view.isFirst ? 'nav-link' : 'nav-link second'}
              aria-current={view.name === here.name ? 'page' : undefined}
            >
              {view.name}
              {view.to === '/' && waiting.length > 0 && <span className="count">{waiting.length}</span>}
              {view.to === '/team' && unread > 0 && <span className="count">{unread}</span>}
            </Link>
          ))}
          <Link to="/more" className="nav-link only-narrow" aria-current={here.isFirst ? undefined : 'page'}>
            {messages.nav.more}
          </Link>
        </nav>
        <div className="side-foot">
          <LineState />
          <StopButton />
          <ThemeSwitch />
          <button type="button" className="button quiet small keys-button" onClick={() => setHelping(true)}>
            {areKeysOn ? messages.keys.open : messages.keys.openByButton}
          </button>
          <SignOut />
        </div>
      </header>
      <Arrivals titles={waiting.map(({ id, preview }) => [id, preview.title])} />
      <main id="content" className="content" tabIndex={-1}>
        <StopBar />
        <div className="view">
          <Outlet />
        </div>
      </main>
      <KeysDialog isOpen={isHelping} onClose={() => setHelping(false)} />
    </div>
  );
}

function LineState(): ReactNode {
  const { state } = useLine();
  return (
    <p className={`line line-${state}`} role="status">
      {messages.line[state]}
    </p>
  );
}

/** Says aloud what has begun to wait since the page was opened. */
function Arrivals({ titles }: { readonly titles: readonly (readonly [string, string])[] }): ReactNode {
  const newest = titles.at(-1);
  const [first] = useState(newest?.[0]);
  return (
    <p className="unseen" aria-live="polite">
      {newest && newest[0] !== first ? messages.waiting.arrived(newest[1]) : ''}
    </p>
  );
}

function SignedOut(): ReactNode {
  return (
    <main className="alone">
      <h1>{messages.signedOut.title}</h1>
      <p>{messages.signedOut.how}</p>
      <p>
        <a className="button" href={`/sign-in?next=${encodeURIComponent(window.location.pathname)}`}>
          {messages.signedOut.again}
        </a>
      </p>
    </main>
  );
}
