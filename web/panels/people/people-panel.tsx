/** Everybody of the organization, beside how one of them is in. For administrators. */
import { Link, useParams } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';

import type { OrganizationUser } from '../../../src/wire/organization.ts';
import { messages } from '../../messages.ts';
import { Notice } from '../../primitives/notice.tsx';
import { SearchField } from '../../primitives/search-field.tsx';
import { VisibleText } from '../../primitives/visible-text.tsx';
import { usePeople } from '../../state/people.ts';
import { aboutUser } from './about-user.ts';
import { PersonView } from './person-view.tsx';

const words = messages.people;

export function PeoplePanel(): ReactNode {
  const { id } = useParams({ strict: false });
  const { data, error, isPending } = usePeople();
  const [wanted, setWanted] = useState('');
  const found = (data ?? []).filter((user) => fits(user, wanted));
  const chosen = data?.find((user) => user.id === id);
  return (
    <div className="split" data-chosen={id !== undefined}>
      <section className="split-list" aria-labelledby="people-title">
        <div className="split-head">
          <h1 id="people-title">{words.title}</h1>
          <span className="soft">{data?.length}</span>
        </div>
        <div className="filters">
          <SearchField label={words.search} value={wanted} onChange={setWanted} />
        </div>
        {isPending && <p className="placeholder">{messages.loading}</p>}
        {error && <Notice tone="bad">{error.message}</Notice>}
        {data && found.length === 0 && <p className="empty">{words.none}</p>}
        <ul className="rows">
          {found.map((user) => (
            <li key={user.id} className="row" data-current={user.id === id}>
              <Row user={user} isCurrent={user.id === id} />
            </li>
          ))}
        </ul>
        <p className="list-foot">
          <a href="/people">{words.change}</a>
        </p>
      </section>
      <section className="split-main" aria-label={words.person}>
        {chosen ? <PersonView key={chosen.id} user={chosen} /> : <p className="placeholder">{words.choose}</p>}
      </section>
    </div>
  );
}

function Row({ user, isCurrent }: { readonly user: OrganizationUser; readonly isCurrent: boolean }): ReactNode {
  return (
    <Link to="/team/people/$id" params={{ id: user.id }} className="row-link" aria-current={isCurrent || undefined}>
      <span className="row-title">
        <VisibleText text={user.name} />
      </span>
      <span className="row-meta">
        <span className="cut">
          <VisibleText text={aboutUser(user)} />
        </span>
      </span>
    </Link>
  );
}

function fits({ name, email }: OrganizationUser, wanted: string): boolean {
  return `${name} ${email ?? ''}`.toLowerCase().includes(wanted.trim().toLowerCase());
}
