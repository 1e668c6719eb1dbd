/** What has no place in the bar of a phone: the other views, the colours, and the way out. */
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { messages } from '../messages.ts';
import { SignOut } from './sign-out.tsx';
import { ThemeSwitch } from './theme-switch.tsx';
import { VIEWS } from './views.ts';

export function MorePanel(): ReactNode {
  return (
    <div className="page">
      <h1>{messages.more.title}</h1>
      <ul className="cards">
        {VIEWS.filter(({ isFirst }) => !isFirst).map(({ to, name }) => (
          <li key={to}>
            <Link to={to} className="card">
              {name}
            </Link>
          </li>
        ))}
      </ul>
      <div className="card">
        <ThemeSwitch />
        <SignOut />
      </div>
    </div>
  );
}
