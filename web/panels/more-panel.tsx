/** What has no place in the bar of a phone: the other views, notices, and the way out. */
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { messages } from '../messages.ts';
import { SignOut } from './sign-out.tsx';
import { ThemeSwitch } from './theme-switch.tsx';
import { ThisDevice } from './this-device.tsx';
import { useViews } from './views.ts';

export function MorePanel(): ReactNode {
  const views = useViews();
  return (
    <div className="page">
      <h1>{messages.more.title}</h1>
      <ul className="cards">
        {views
          .filter(({ isFirst }) => !isFirst)
          .map(({ to, name }) => (
            <li key={to}>
              <Link to={to} className="card">
                {name}
              </Link>
            </li>
          ))}
      </ul>
      <ThisDevice />
      <div className="card more-foot">
        <ThemeSwitch />
        <SignOut />
      </div>
    </div>
  );
}
