/** The arguments as a form, and how an edit changes the policy decision. */
import type { ReactNode } from 'react';

import type { CatalogueTool } from '../../../src/wire/messages.ts';
import { messages } from '../../messages.ts';
import { Notice } from '../../primitives/notice.tsx';
import type { Args } from '../../primitives/schema-form/field-kind.ts';
import { SchemaForm } from '../../primitives/schema-form/schema-form.tsx';
import { isReadable } from '../../state/arguments.ts';
import type { Rehearsed } from '../../state/decide.ts';

interface Props {
  readonly tool: CatalogueTool | undefined;
  readonly edited: Args;
  readonly rehearsed: Rehearsed;
  readonly isChanged: boolean;
  readonly onChange: (args: Args) => void;
}

export function EditArgs({ tool, edited, rehearsed, isChanged, onChange }: Props): ReactNode {
  return (
    <section className="edit" aria-label={messages.approval.editing}>
      <h2 className="section">{messages.approval.editing}</h2>
      <SchemaForm schema={tool?.inputSchema ?? {}} value={edited} faults={rehearsed.faults} onChange={onChange} />
      {isChanged && <Means edited={edited} rehearsed={rehearsed} />}
    </section>
  );
}

function Means({ edited, rehearsed }: { readonly edited: Args; readonly rehearsed: Rehearsed }): ReactNode {
  const { rehearsal, problem, isCurrent } = rehearsed;
  if (!isReadable(edited)) return <Notice tone="wait">{messages.approval.fieldsFault}</Notice>;
  if (!isCurrent) return <Notice tone="quiet">{messages.approval.deciding}</Notice>;
  if (problem !== undefined) return <Notice tone="bad">{problem}</Notice>;
  if (!rehearsal) return null;
  const { effect, reason, rule } = rehearsal.decision;
  if (effect === 'block') return <Notice tone="bad">{messages.approval.wouldBlock(reason)}</Notice>;
  return (
    <Notice tone={effect === 'confirm' ? 'wait' : 'good'}>
      {effect === 'confirm' ? messages.approval.wouldAsk(rule) : messages.approval.wouldAllow(rule)}
    </Notice>
  );
}
