/** The calls as rows, of which only those in sight exist. They come and go by the bundle, so that most frames have nothing to do. */
import { useNavigate } from '@tanstack/react-router';
import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, useCallback, useEffect, useMemo, useRef, type ReactNode } from 'react';

import type { CallMessage } from '../../../src/wire/messages.ts';
import { messages } from '../../messages.ts';
import { Actor } from '../../primitives/actor.tsx';
import { StateBadge } from '../../primitives/badges.tsx';
import { Notice } from '../../primitives/notice.tsx';
import { WorkspaceLabel } from '../../primitives/resource-labels.tsx';
import { Time } from '../../primitives/time.tsx';
import { VisibleText } from '../../primitives/visible-text.tsx';
import type { useCalls } from '../../state/calls.ts';
import { useKeys } from '../../state/keys.ts';

interface Props {
  readonly calls: ReturnType<typeof useCalls>;
  readonly isFiltered: boolean;
  readonly current: string | undefined;
}

const ROW_PX = 62;
const BUNDLE = 8;
const NEAR_THE_END = 40;
const NONE: readonly CallMessage[] = [];

export function CallList({ calls, isFiltered, current }: Props): ReactNode {
  const { data = NONE, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage } = calls;
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count: Math.ceil(data.length / BUNDLE),
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX * BUNDLE,
    overscan: 2,
    // A frame that comes with fewer rows beyond its edge is better than one that comes late.
    useFlushSync: false,
  });
  const shown = rows.getVirtualItems();
  const last = (shown.at(-1)?.index ?? 0) * BUNDLE;
  const chosen = useMemo(() => data.findIndex(({ callId }) => callId === current), [data, current]);
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage && last > data.length - NEAR_THE_END) void fetchNextPage();
  }, [last, data.length, hasNextPage, isFetchingNextPage, fetchNextPage]);

  const navigate = useNavigate();
  const open = useCallback((id: string): void => void navigate({ to: '/activity/$id', params: { id } }), [navigate]);
  const step = (by: 1 | -1): void => {
    const next = chosen === -1 ? 0 : chosen + by;
    const call = data[next];
    if (!call) return;
    rows.scrollToIndex(Math.floor(next / BUNDLE));
    open(call.callId);
  };
  useKeys({ j: () => step(1), k: () => step(-1) });

  if (isPending) return <p className="placeholder">{messages.loading}</p>;
  if (error) return <Notice tone="bad">{error.message}</Notice>;
  if (data.length === 0)
    return <p className="empty">{isFiltered ? messages.activity.emptyFiltered : messages.activity.empty}</p>;
  return (
    // What scrolls must be reachable by keys.
    <div className="scroller" ref={scroller} tabIndex={0} role="region" aria-label={messages.activity.table}>
      <div className="virtual" role="list" style={{ height: rows.getTotalSize() }}>
        {shown.map(({ index, start }) => {
          const from = index * BUNDLE;
          const isHere = chosen >= from && chosen < from + BUNDLE;
          return <Bundle key={index} {...{ data, from, start, onOpen: open }} chosen={isHere ? chosen : -1} />;
        })}
      </div>
    </div>
  );
}

interface BundleProps {
  readonly data: readonly CallMessage[];
  readonly from: number;
  readonly start: number;
  readonly chosen: number;
  readonly onOpen: (id: string) => void;
}

const Bundle = memo(function Bundle({ data, from, start, chosen, onOpen }: BundleProps): ReactNode {
  return (
    <div className="virtual-bundle" role="presentation" style={{ transform: `translateY(${start}px)` }}>
      {data.slice(from, from + BUNDLE).map((call, at) => (
        <div
          key={call.callId}
          role="listitem"
          className="row virtual-row"
          aria-setsize={data.length}
          aria-posinset={from + at + 1}
          data-current={from + at === chosen}
        >
          <Row call={call} isCurrent={from + at === chosen} onOpen={onOpen} />
        </div>
      ))}
    </div>
  );
});

interface RowProps {
  readonly call: CallMessage;
  readonly isCurrent: boolean;
  readonly onOpen: (id: string) => void;
}

/** A plain link: a router's own one watches every change of address, which is too much for rows that come and go with each frame. */
const Row = memo(function Row({ call, isCurrent, onOpen }: RowProps): ReactNode {
  const { callId, tool, state, createdAt, actor, workspace } = call;
  return (
    <a
      href={`/activity/${encodeURIComponent(callId)}`}
      className="row-link"
      aria-current={isCurrent || undefined}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        onOpen(callId);
      }}
    >
      <span className="row-title mono">
        <VisibleText text={tool} />
      </span>
      <span className="row-meta">
        <StateBadge state={state} />
        <span className="cut">
          <Actor name={actor} />
        </span>
        <WorkspaceLabel workspace={workspace} />
        <Time at={createdAt} isExact />
      </span>
    </a>
  );
});
