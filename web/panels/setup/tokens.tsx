/** Credentials for clients: made, listed and revoked. */
import { useState, type ReactNode } from 'react';

import { messages } from '../../messages.ts';
import { CopyBlock } from '../../primitives/copy-block.tsx';
import { Notice } from '../../primitives/notice.tsx';
import { sayTime } from '../../primitives/time.tsx';
import { VisibleText } from '../../primitives/visible-text.tsx';
import { useMakeToken, useRevokeToken, useTokens } from '../../state/setup.ts';

const words = messages.setup.tokens;
const SCOPES = ['agent', 'person'] as const;

export function Tokens(): ReactNode {
  const { data = [], error } = useTokens();
  const make = useMakeToken();
  const revoke = useRevokeToken();
  const [name, setName] = useState('');
  const [scope, setScope] = useState<(typeof SCOPES)[number]>('agent');
  const fault = error ?? make.error ?? revoke.error;
  return (
    <section aria-labelledby="tokens-title">
      <h2 id="tokens-title">{words.title}</h2>
      <p className="soft">{words.hint}</p>
      {fault && <Notice tone="bad">{fault.message}</Notice>}
      {make.data && <CopyBlock label={words.once} text={make.data.token} />}
      {data.length === 0 && <p className="soft">{words.none}</p>}
      <ul className="cards">
        {data.map((token) => (
          <li key={token.id} className="card">
            <span className="card-main">
              <strong>
                <VisibleText text={token.name} />
              </strong>
            </span>
            <span className="soft">
              {words.scopes[token.scope]}, {words.made(sayTime(token.createdAt))},{' '}
              {token.lastUsedAt === null ? words.unused : words.used(sayTime(token.lastUsedAt))}
              {token.expiresAt !== null && `, ${words.until(sayTime(token.expiresAt))}`}
            </span>
            <button
              type="button"
              className="button small danger"
              aria-label={words.revokeOne(token.name)}
              disabled={revoke.isPending}
              onClick={() => revoke.mutate(token.id)}
            >
              {words.revoke}
            </button>
          </li>
        ))}
      </ul>
      <form
        className="add"
        onSubmit={(event) => {
          event.preventDefault();
          make.mutate({ name, scope }, { onSuccess: () => setName('') });
        }}
      >
        <label>
          <span className="soft">{words.name}</span>
          <input required maxLength={100} value={name} onChange={({ target }) => setName(target.value)} />
        </label>
        <label>
          <span className="soft">{words.scope}</span>
          <select value={scope} onChange={({ target }) => setScope(target.value as typeof scope)}>
            {SCOPES.map((one) => (
              <option key={one} value={one}>
                {words.scopes[one]}
              </option>
            ))}
          </select>
        </label>
        <button type="submit" className="button" disabled={make.isPending}>
          {words.make}
        </button>
      </form>
    </section>
  );
}
