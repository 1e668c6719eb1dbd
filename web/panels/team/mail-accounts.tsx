/** Mail accounts: how far they are read, what is wrong with them, and the way to have more or fewer. */
import { useState, type ReactNode } from 'react';

import type { MailAccountMessage, TeamMessage } from '../../../src/wire/team.ts';
import { messages } from '../../messages.ts';
import { Dialog } from '../../primitives/dialog.tsx';
import { Notice } from '../../primitives/notice.tsx';
import { sayTime } from '../../primitives/time.tsx';
import { VisibleText } from '../../primitives/visible-text.tsx';
import { useMailAccounts, useRemoveAccount } from '../../state/team.ts';
import { ConnectAccount } from './connect-account.tsx';

const words = messages.team.mail;

interface Props {
  readonly departments: TeamMessage['departments'];
  readonly role: string;
}

export function MailAccounts({ departments, role }: Props): ReactNode {
  const { data = [], error, isPending } = useMailAccounts();
  const remove = useRemoveAccount();
  const [going, setGoing] = useState<MailAccountMessage | undefined>();
  const nameOf = (id: string): string => departments.find((one) => one.id === id)?.name ?? words.aDepartment;
  const managed = role === 'user' ? [] : departments;
  return (
    <section aria-labelledby="accounts-title">
      <h2 id="accounts-title">{words.title}</h2>
      <p className="soft">{words.hint}</p>
      {error && <Notice tone="bad">{error.message}</Notice>}
      {!isPending && !error && data.length === 0 && <p className="soft">{words.none}</p>}
      <ul className="cards">
        {data.map((account) => {
          const { id, address, departmentId, canSend } = account;
          return (
            <li key={id} className="card">
              <span className="card-main">
                <strong>
                  <VisibleText text={address} />
                </strong>{' '}
                <span className="soft">
                  {departmentId === null ? words.own : <VisibleText text={words.shared(nameOf(departmentId))} />}
                  {!canSend && `, ${words.readOnly}`}
                </span>
                <Progress account={account} />
              </span>
              {(departmentId === null || role !== 'user') && (
                <button
                  type="button"
                  className="button small danger"
                  aria-label={words.removeOne(address)}
                  onClick={() => setGoing(account)}
                >
                  {words.remove}
                </button>
              )}
            </li>
          );
        })}
      </ul>
      <ConnectAccount departments={managed} />
      <Dialog
        title={words.removeTitle(going?.address ?? '')}
        isOpen={going !== undefined}
        onClose={() => setGoing(undefined)}
      >
        <p>{words.removeWhat}</p>
        {remove.error && <p className="fault">{remove.error.message}</p>}
        <div className="buttons">
          <button type="button" className="button" onClick={() => setGoing(undefined)}>
            {messages.cancel}
          </button>
          <button
            type="button"
            className="button danger"
            disabled={remove.isPending}
            onClick={() => going && remove.mutate(going.id, { onSuccess: () => setGoing(undefined) })}
          >
            {words.removeIt}
          </button>
        </div>
      </Dialog>
    </section>
  );
}

function Progress({ account: { address, problem, syncedAt, progress } }: { account: MailAccountMessage }): ReactNode {
  const { done, total } = progress;
  if (problem !== null)
    return (
      <span className="account-state fault">
        <VisibleText text={problem} />
      </span>
    );
  if (done < total)
    return (
      <span className="account-state">
        <progress value={done} max={total} aria-label={address} /> {words.reading(done, total)}
      </span>
    );
  return (
    <span className="account-state soft">{syncedAt === null ? words.never : words.current(sayTime(syncedAt))}</span>
  );
}
