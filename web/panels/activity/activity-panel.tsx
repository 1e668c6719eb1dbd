/** Every call beside the one that was chosen. */
import { Link, useParams } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';

import { messages } from '../../messages.ts';
import { download } from '../../state/session-key.ts';
import { useCalls, type CallFilter } from '../../state/calls.ts';
import { CallFilters } from './call-filters.tsx';
import { CallList } from './call-list.tsx';
import { CallLife } from './call-life.tsx';
import { ChainCheck } from './chain-check.tsx';
import { Overview } from './overview.tsx';

export function ActivityPanel(): ReactNode {
  const { id } = useParams({ strict: false });
  const [filter, setFilter] = useState<CallFilter>({});
  const calls = useCalls(filter);
  return (
    <div className="split" data-chosen={id !== undefined}>
      <section className="split-list" aria-labelledby="activity-title">
        <div className="split-head">
          <h1 id="activity-title">{messages.activity.title}</h1>
          <Link to="/activity/$id" params={{ id: 'overview' }} className="button small quiet only-narrow">
            {messages.overview.open}
          </Link>
          <button type="button" className="button small quiet" onClick={() => void download('/api/audit/export')}>
            {messages.activity.export}
          </button>
        </div>
        <ChainCheck />
        <CallFilters filter={filter} onChange={setFilter} />
        <CallList calls={calls} isFiltered={Boolean(filter.state ?? filter.tool ?? filter.workspace)} current={id} />
      </section>
      <section className="split-main" aria-label={messages.call.life}>
        {id === undefined || id === 'overview' ? <Overview /> : <CallLife key={id} id={id} />}
      </section>
    </div>
  );
}
