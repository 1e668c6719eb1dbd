/** The queue of approvals and the chosen call. The choice is in the URL, so new approvals never change it. */
import { useNavigate, useParams } from '@tanstack/react-router';
import { useEffect, useMemo, useState, type ReactNode } from 'react';

import type { ApprovalMessage } from '../../../src/wire/messages.ts';
import { messages } from '../../messages.ts';
import { WorkspaceSelect } from '../../primitives/workspace-select.tsx';
import { useKeys } from '../../state/keys.ts';
import { useWaiting } from '../../state/queries.ts';
import { useWide } from '../../state/wide.ts';
import { ApprovalView } from './approval-view.tsx';
import { DecideMany } from './decide-many.tsx';
import { WaitingList } from './waiting-list.tsx';

export function ApprovalsPanel(): ReactNode {
  const { id } = useParams({ strict: false });
  const { data, error, isPending, refetch } = useWaiting();
  const isWide = useWide();
  const navigate = useNavigate();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const all = useMemo(() => data?.approvals ?? [], [data]);
  const [workspaceId, setWorkspaceId] = useState<string | undefined>();
  const workspaces = useMemo(() => workspacesOf(all), [all]);
  const approvals = useMemo(
    () => all.filter(({ workspace }) => workspaceId === undefined || workspace?.id === workspaceId),
    [all, workspaceId],
  );
  const ids = useMemo(() => approvals.map((approval) => approval.id), [approvals]);
  const chosen = useMemo(() => ids.filter((one) => selected.has(one)), [ids, selected]);

  const first = ids[0];
  useEffect(() => {
    if (isWide && id === undefined && first !== undefined)
      void navigate({ to: '/waiting/$id', params: { id: first }, replace: true });
  }, [isWide, id, first, navigate]);

  const toggle = (one: string): void =>
    setSelected((before) => {
      const after = new Set(before);
      if (!after.delete(one)) after.add(one);
      return after;
    });
  const step = (by: 1 | -1): void => {
    const at = id === undefined ? -1 : ids.indexOf(id);
    const next = at === -1 ? ids[0] : ids[at + by];
    if (next !== undefined) void navigate({ to: '/waiting/$id', params: { id: next } });
  };
  useKeys({ j: () => step(1), k: () => step(-1), x: () => id !== undefined && ids.includes(id) && toggle(id) });

  return (
    <div className="split" data-chosen={id !== undefined}>
      <section className="split-list" aria-labelledby="waiting-title">
        <div className="split-head">
          <h1 id="waiting-title">{messages.waiting.title}</h1>
          <span className="soft">{data && messages.waiting.count(approvals.length)}</span>
        </div>
        <WorkspaceSelect {...{ workspaces }} value={workspaceId} onChange={setWorkspaceId} />
        <DecideMany
          approvals={approvals.filter((approval) => selected.has(approval.id))}
          ids={chosen}
          positions={chosen.map((one) => ids.indexOf(one))}
          onClear={() => setSelected(new Set())}
        />
        <WaitingList
          {...{ approvals, unknown: data?.unknown ?? [], isPending, error, selected, toggle, current: id }}
          onRetry={() => void refetch()}
        />
      </section>
      <section className="split-main" aria-label={messages.approval.would}>
        {id === undefined ? (
          <p className="placeholder">{approvals.length > 0 ? messages.waiting.choose : ''}</p>
        ) : (
          <ApprovalView key={id} id={id} position={ids.indexOf(id)} />
        )}
      </section>
    </div>
  );
}

type Workspace = NonNullable<ApprovalMessage['workspace']>;

/** The workspaces that something waits in. */
function workspacesOf(approvals: readonly ApprovalMessage[]): Workspace[] {
  const found = approvals.flatMap(({ workspace }) => (workspace === null ? [] : [workspace]));
  return [...new Map(found.map((workspace) => [workspace.id, workspace])).values()];
}
