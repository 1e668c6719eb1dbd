/** The people one works with: who is there, what was said, and the mail that is shared. */
import '../../style/team.css';

import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';

import type { MemberMessage } from '../../../src/wire/team.ts';
import { messages } from '../../messages.ts';
import { Notice } from '../../primitives/notice.tsx';
import { VisibleText } from '../../primitives/visible-text.tsx';
import { useSelf, useTeam } from '../../state/team.ts';
import { MailAccounts } from './mail-accounts.tsx';
import { TeamMessages } from './team-messages.tsx';
import { WriteDialog } from './write-dialog.tsx';

const words = messages.team;

export function TeamPanel(): ReactNode {
  const { data: team, error, isPending } = useTeam();
  const { data: self } = useSelf();
  const [writeTo, setWriteTo] = useState<MemberMessage | undefined>();
  return (
    <div className="page">
      <div className="page-head">
        <h1>{words.title}</h1>
        <span className="page-links">
          {self?.role === 'admin' && <Link to="/team/people">{words.people}</Link>}
          <a href="/account">{words.account}</a>
        </span>
      </div>
      {error && <Notice tone="bad">{error.message}</Notice>}
      {isPending && <p className="soft">{messages.loading}</p>}
      {team?.departments.length === 0 && <p className="empty">{words.alone}</p>}
      {team?.departments.map(({ id, name, members }) => (
        <section key={id} aria-labelledby={`department-${id}`}>
          <h2 id={`department-${id}`}>
            <VisibleText text={name} />{' '}
            <span className="soft small">
              {words.members(members.length, members.filter(({ isOnline }) => isOnline).length)}
            </span>
          </h2>
          <ul className="members">
            {members.map((member) => (
              <Member key={member.id} member={member} isSelf={member.id === team.self.id} onWrite={setWriteTo} />
            ))}
          </ul>
        </section>
      ))}
      <TeamMessages />
      <MailAccounts departments={team?.departments ?? []} role={self?.role ?? 'user'} />
      <WriteDialog to={writeTo} onClose={() => setWriteTo(undefined)} />
    </div>
  );
}

interface MemberProps {
  readonly member: MemberMessage;
  readonly isSelf: boolean;
  readonly onWrite: (member: MemberMessage) => void;
}

function Member({ member, isSelf, onWrite }: MemberProps): ReactNode {
  const { name, email, roles, isOnline } = member;
  return (
    <li className="member">
      <span className={isOnline ? 'presence online' : 'presence'}>{isOnline ? words.online : words.offline}</span>
      <span className="member-name">
        <strong>
          <VisibleText text={name} />
        </strong>{' '}
        {isSelf && <span className="badge">{words.you}</span>}
        <span className="soft small member-more">
          <VisibleText text={[email, ...roles.map((role) => words.roles[role] ?? role)].filter(Boolean).join(' · ')} />
        </span>
      </span>
      {!isSelf && (
        <button type="button" className="button small" aria-label={words.writeTo(name)} onClick={() => onWrite(member)}>
          {words.write}
        </button>
      )}
    </li>
  );
}
