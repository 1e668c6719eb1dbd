/** What was remembered, and the way to forget it. */
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import type { GrantMessage } from '../../../src/wire/messages.ts';
import { messages } from '../../messages.ts';
import { Notice } from '../../primitives/notice.tsx';
import { sayTime } from '../../primitives/time.tsx';
import { VisibleText } from '../../primitives/visible-text.tsx';
import { ask } from '../../state/api.ts';
import { client, useGrants } from '../../state/queries.ts';

export function GrantList(): ReactNode {
  const { data = [], error } = useGrants();
  const revoke = useMutation({
    mutationFn: (id: string) => ask(`/api/grants/${encodeURIComponent(id)}`, { method: 'DELETE' }),
    onSettled: () => client.invalidateQueries({ queryKey: ['grants'] }),
  });
  const fault = error ?? revoke.error;
  return (
    <>
      {fault && <Notice tone="bad">{fault.message}</Notice>}
      {data.length === 0 && <p className="empty">{messages.rules.noGrants}</p>}
      <ul className="cards">
        {data.map((grant) => (
          <li key={grant.id} className="card">
            <span className="card-main">
              <strong>{grant.effect === 'allow' ? messages.rules.allows : messages.rules.denies}</strong>{' '}
              <span className="mono">
                <VisibleText text={`${grant.preset}/${grant.tool}`} />
              </span>
            </span>
            <span className="soft">
              <VisibleText text={describe(grant)} />
            </span>
            <button
              type="button"
              className="button small danger"
              aria-label={messages.rules.revokeTool(grant.tool)}
              disabled={revoke.isPending}
              onClick={() => revoke.mutate(grant.id)}
            >
              {messages.rules.revoke}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

function describe({ match, expiresAt, resources }: GrantMessage): string {
  const values = match['values'];
  const what =
    values !== null && typeof values === 'object'
      ? Object.entries(values)
          .map(([pointer, glob]) => messages.rules.fitting(pointer, String(glob)))
          .join(', ')
      : messages.rules.exact;
  const where = resources === null ? messages.rules.everywhere : messages.rules.in(resources.map(({ label }) => label));
  return [what, expiresAt === null ? messages.rules.forever : messages.rules.until(sayTime(expiresAt)), where]
    .filter((part) => part !== '')
    .join(', ');
}
