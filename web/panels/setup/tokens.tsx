/** Credentials for clients: made, listed and revoked. */
import { useState, type ReactNode } from 'react';

import { messages } from '../../messages.ts';
import { CopyBlock } from '../../primitives/copy-block.tsx';
import { Notice } from '../../primitives/notice.tsx';
import { sayTime } from '../../primitives/time.tsx';
import { VisibleText } from '../../primitives/visible-text.tsx';
import { usePresets } from '../../state/queries.ts';
import { useMakeToken, useRevokeToken, useTokens } from '../../state/setup.ts';

const words = messages.setup.tokens;
const SCOPES = ['agent', 'chat', 'person'] as const;
const DAYS = [0, 1, 30, 365] as const;

export function Tokens(): ReactNode {
  const { data = [], error } = useTokens();
  const make = useMakeToken();
  const revoke = useRevokeToken();
  const [name, setName] = useState('');
  const [scope, setScope] = useState<(typeof SCOPES)[number]>('agent');
  const [preset, setPreset] = useState('');
  const [days, setDays] = useState(0);
  const presets = usePresets().data ?? [];
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
              {token.presets !== null && `, ${words.only(token.presets.join(', '))}`}
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
          const limits = { ...(preset === '' ? {} : { presets: [preset] }), ...(days === 0 ? {} : { days }) };
          make.mutate({ name, scope, ...limits }, { onSuccess: () => setName('') });
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
        <label>
          <span className="soft">{words.preset}</span>
          <select value={preset} onChange={({ target }) => setPreset(target.value)}>
            <option value="">{words.allPresets}</option>
            {presets.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
        </label>
        <label>
          <span className="soft">{words.expiry}</span>
          <select value={days} onChange={({ target }) => setDays(Number(target.value))}>
            {DAYS.map((one) => (
              <option key={one} value={one}>
                {words.days(one)}
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
