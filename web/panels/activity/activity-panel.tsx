/** Every call beside the one that was chosen. */
import { useParams } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';

import { messages } from '../../messages.ts';
import { useCalls, type CallFilter } from '../../state/calls.ts';
import { CallFilters } from './call-filters.tsx';
import { CallList } from './call-list.tsx';
import { CallLife } from './call-life.tsx';
import { ChainCheck } from './chain-check.tsx';

export function ActivityPanel(): ReactNode {
  const { id } = useParams({ strict: false });
  const [filter, setFilter] = useState<CallFilter>({});
  const calls = useCalls(filter);
  return (
    <div className="split" data-chosen={id !== undefined}>
      <section className="split-list" aria-labelledby="activity-title">
        <div className="split-head">
          <h1 id="activity-title">{messages.activity.title}</h1>
          <a className="button small quiet" href="/api/audit/export" download>
            {messages.activity.export}
          </a>
        </div>
        <ChainCheck />
        <CallFilters filter={filter} onChange={setFilter} />
        <CallList calls={calls} isFiltered={Boolean(filter.state ?? filter.tool)} current={id} />
      </section>
      <section className="split-main" aria-label={messages.call.life}>
        {id === undefined ? <p className="placeholder">{messages.activity.choose}</p> : <CallLife key={id} id={id} />}
      </section>
    </div>
  );
}
