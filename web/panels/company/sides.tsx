/** Whose mail, calendar or files are shown, where one has some for oneself and some in a company. */
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { messages } from '../../messages.ts';
import { usePresets } from '../../state/queries.ts';

const words = messages.company;

type Page = 'mail' | 'calendar' | 'files';

export function Sides({ page, here }: { readonly page: Page; readonly here: 'own' | 'company' }): ReactNode {
  const { data: presets = [] } = usePresets();
  if (!presets.includes('personal') || !presets.includes('organization')) return null;
  return (
    <nav className="segmented" aria-label={words.whose}>
      <Link to={`/${page}`} aria-current={here === 'own' ? 'page' : undefined}>
        {words.own}
      </Link>
      <Link to={`/company/${page}`} aria-current={here === 'company' ? 'page' : undefined}>
        {words.company}
      </Link>
    </nav>
  );
}
