/** How one person is in at the moment, and the way to end each of it. */
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';

import type { OpenAccessMessage, OpenSessionMessage } from '../../../src/wire/access.ts';
import type { OrganizationUser } from '../../../src/wire/organization.ts';
import { messages } from '../../messages.ts';
import { Dialog } from '../../primitives/dialog.tsx';
import { Notice } from '../../primitives/notice.tsx';
import { Time } from '../../primitives/time.tsx';
import { VisibleText } from '../../primitives/visible-text.tsx';
import { useAccess, useEndAccess, type Ending } from '../../state/people.ts';
import { aboutUser } from './about-user.ts';

const words = messages.people;

export function PersonView({ user }: { readonly user: OrganizationUser }): ReactNode {
  const { data, error, isPending } = useAccess(user.id);
  const end = useEndAccess(user.id);
  const fault = error ?? end.error;
  const endOne = (ending: Ending) => (): void => end.mutate(ending);
  return (
    <article className="item">
      <Link to="/team/people" className="back">
        ← {words.title}
      </Link>
      <header className="item-head">
        <h1 className="item-title">
          <VisibleText text={user.name} />
        </h1>
        <p className="soft">
          <VisibleText text={aboutUser(user)} />
        </p>
      </header>
      {user.disabledAt !== null && <Notice tone="quiet">{words.gone}</Notice>}
      {fault && <Notice tone="bad">{fault.message}</Notice>}
      {isPending && <p className="soft">{messages.loading}</p>}
      {data && (
        <>
          <h2 className="section">{words.sessions}</h2>
          <p className="soft small">{words.sessionsHint}</p>
          {data.sessions.length === 0 && <p className="soft">{words.noSessions}</p>}
          <ul className="cards">
            {data.sessions.map((session) => (
              <li key={session.id} className="card">
                <Session session={session} />
                <EndButton
                  label={words.endOne(session.client)}
                  isBusy={end.isPending}
                  onEnd={endOne({ kind: 'sessions', id: session.id })}
                />
              </li>
            ))}
          </ul>
          {data.sessions.length > 1 && (
            <EndAll
              name={user.name}
              sessions={data.sessions}
              isBusy={end.isPending}
              onEnd={endOne({ kind: 'sessions' })}
            />
          )}
          <h2 className="section">{words.tokens}</h2>
          <p className="soft small">{words.tokensHint}</p>
          {data.tokens.length === 0 && <p className="soft">{words.noTokens}</p>}
          <ul className="cards">
            {data.tokens.map((token) => (
              <li key={token.id} className="card">
                <Token token={token} />
                <EndButton
                  label={words.revokeOne(token.name)}
                  verb={words.revoke}
                  isBusy={end.isPending}
                  onEnd={endOne({ kind: 'tokens', id: token.id })}
                />
              </li>
            ))}
          </ul>
          <h2 className="section">{words.programs}</h2>
          {data.programs.length === 0 && <p className="soft">{words.noPrograms}</p>}
          <ul className="cards">
            {data.programs.map(({ id, name, redirectHosts }) => (
              <li key={id} className="card">
                <span className="card-main">
                  <strong>
                    <VisibleText text={name} />
                  </strong>
                  <span className="soft small card-more">
                    <VisibleText text={words.sendsTo(redirectHosts.join(', '))} />
                  </span>
                </span>
                <EndButton
                  label={words.endProgram(name)}
                  isBusy={end.isPending}
                  onEnd={endOne({ kind: 'programs', id })}
                />
              </li>
            ))}
          </ul>
        </>
      )}
    </article>
  );
}

function Session({ session }: { readonly session: OpenSessionMessage }): ReactNode {
  const { client, userAgent, address, createdAt, lastSeenAt, isThis } = session;
  return (
    <span className="card-main" title={userAgent ?? undefined}>
      <strong>
        <VisibleText text={client} />
      </strong>{' '}
      {isThis && <span className="badge">{words.thisOne}</span>}
      <span className="soft small card-more">
        {words.lastSeen} {lastSeenAt === null ? words.never : <Time at={lastSeenAt} />} · {words.since}{' '}
        <Time at={createdAt} />
        {address !== null && ` · ${words.from(address)}`}
      </span>
    </span>
  );
}

function Token({ token }: { readonly token: OpenAccessMessage['tokens'][number] }): ReactNode {
  const { name, scope, createdAt, expiresAt, lastUsedAt } = token;
  return (
    <span className="card-main">
      <strong>
        <VisibleText text={name} />
      </strong>
      <span className="soft small card-more">
        {words.scopes[scope]} · {lastUsedAt === null ? words.unused : words.lastUsed}{' '}
        {lastUsedAt !== null && <Time at={lastUsedAt} />} · {words.made} <Time at={createdAt} />
        {expiresAt !== null && (
          <>
            {' '}
            · {words.until} <Time at={expiresAt} />
          </>
        )}
      </span>
    </span>
  );
}

interface EndProps {
  readonly label: string;
  readonly verb?: string;
  readonly isBusy: boolean;
  readonly onEnd: () => void;
}

function EndButton({ label, verb = words.end, isBusy, onEnd }: EndProps): ReactNode {
  return (
    <button type="button" className="button small danger" aria-label={label} disabled={isBusy} onClick={onEnd}>
      {verb}
    </button>
  );
}

interface EndAllProps {
  readonly name: string;
  readonly sessions: readonly OpenSessionMessage[];
  readonly isBusy: boolean;
  readonly onEnd: () => void;
}

function EndAll({ name, sessions, isBusy, onEnd }: EndAllProps): ReactNode {
  const [isAsking, setAsking] = useState(false);
  return (
    <div className="buttons">
      <button type="button" className="button small danger" disabled={isBusy} onClick={() => setAsking(true)}>
        {words.endAll(sessions.length)}
      </button>
      <Dialog title={words.endTitle(name)} isOpen={isAsking} onClose={() => setAsking(false)}>
        <p>{words.endWhat(sessions.length)}</p>
        {sessions.some(({ isThis }) => isThis) && <p className="fault">{words.endSelf}</p>}
        <div className="buttons">
          <button type="button" className="button" onClick={() => setAsking(false)}>
            {messages.cancel}
          </button>
          <button
            type="button"
            className="button danger"
            onClick={() => {
              setAsking(false);
              onEnd();
            }}
          >
            {words.endAll(sessions.length)}
          </button>
        </div>
      </Dialog>
    </div>
  );
}
