/** The files that a call changed in one step, and the changes that were not made. */
import type { ReactNode } from 'react';

import type { OutcomeMessage } from '../../../src/wire/messages.ts';
import { messages } from '../../messages.ts';
import { Preview } from '../../primitives/preview.tsx';

type ListedChanges = NonNullable<OutcomeMessage['changes']>;

export function FileChanges({ changes }: { readonly changes: ListedChanges }): ReactNode {
  const { summary, created, changed, deleted, dropped, omitted } = changes;
  const { changes: words } = messages.call;
  const lists = [
    { label: words.created, items: created },
    { label: words.changed, items: changed.map(sayChange) },
    { label: words.deleted, items: deleted },
    { label: words.dropped, items: dropped.map(({ path, reason }) => words.droppedFor(path, reason)) },
  ];
  const parts = lists.filter(({ items }) => items.length > 0).map((list) => ({ kind: 'list' as const, ...list }));
  return (
    <section>
      <h2 className="section">{words.title}</h2>
      <p>{summary}</p>
      <Preview preview={{ title: words.title, parts }} />
      {omitted > 0 && <p className="soft">{words.omitted(omitted)}</p>}
    </section>
  );
}

function sayChange({ path, added, removed }: ListedChanges['changed'][number]): string {
  return added === null || removed === null ? path : messages.call.changes.lines(path, added, removed);
}
