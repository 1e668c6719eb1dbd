/** A form to call a tool oneself, the same way as an assistant would. */
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';

import type { OutcomeMessage, CatalogueTool } from '../../../src/wire/messages.ts';
import { messages } from '../../messages.ts';
import { JsonBlock } from '../../primitives/code-block.tsx';
import { Notice } from '../../primitives/notice.tsx';
import type { Args } from '../../primitives/schema-form/field-kind.ts';
import { SchemaForm } from '../../primitives/schema-form/schema-form.tsx';
import { VisibleText } from '../../primitives/visible-text.tsx';
import { ask } from '../../state/api.ts';
import { isReadable } from '../../state/arguments.ts';
import { useRehearsal, type Rehearsed } from '../../state/decide.ts';

interface Props {
  readonly tool: CatalogueTool;
  readonly preset: string;
}

export function TryTool({ tool, preset }: Props): ReactNode {
  const [args, setArgs] = useState<Args>({});
  const [isTouched, setTouched] = useState(false);
  const rehearsed = useRehearsal('/api/rehearse', { tool: tool.name, preset }, isTouched ? args : undefined);
  const call = useMutation({
    mutationFn: () => ask<OutcomeMessage>('/api/calls', { json: { tool: tool.name, preset, args } }),
  });
  return (
    <form
      className="try"
      onSubmit={(event) => {
        event.preventDefault();
        setTouched(true);
        if (isReadable(args)) call.mutate();
      }}
    >
      <p className="hint">{messages.catalogue.tryHint}</p>
      <SchemaForm
        schema={tool.inputSchema}
        value={args}
        faults={isTouched ? rehearsed.faults : []}
        onChange={(next) => {
          setTouched(true);
          setArgs(next);
        }}
      />
      {isTouched && <Would rehearsed={rehearsed} />}
      <div className="buttons">
        <button type="submit" className="button primary" disabled={call.isPending || !isReadable(args)}>
          {call.isPending ? messages.approval.working : messages.catalogue.run}
        </button>
      </div>
      {call.error && <Notice tone="bad">{call.error.message}</Notice>}
      {call.data && <Outcome outcome={call.data} />}
    </form>
  );
}

function Would({ rehearsed: { rehearsal, problem, isCurrent } }: { readonly rehearsed: Rehearsed }): ReactNode {
  if (problem !== undefined) return <Notice tone="quiet">{problem}</Notice>;
  if (!rehearsal || !isCurrent) return <Notice tone="quiet">{messages.approval.deciding}</Notice>;
  const { effect, rule, reason } = rehearsal.decision;
  if (effect === 'block') return <Notice tone="bad">{messages.catalogue.wouldBlock(reason)}</Notice>;
  if (effect === 'confirm') return <Notice tone="wait">{messages.catalogue.wouldAsk(rule)}</Notice>;
  return <Notice tone="good">{messages.catalogue.wouldAllow(rule)}</Notice>;
}

function Outcome({ outcome }: { readonly outcome: OutcomeMessage }): ReactNode {
  const { state, approval, error, value, callId } = outcome;
  if (approval) {
    return (
      <Notice tone="wait">
        {messages.catalogue.pending}{' '}
        <Link to="/waiting/$id" params={{ id: approval.id }}>
          {messages.catalogue.decide}
        </Link>
      </Notice>
    );
  }
  return (
    <>
      <Notice tone={error ? 'bad' : 'good'}>
        {error ? <VisibleText text={error.message} /> : (messages.states[state] ?? state)}{' '}
        <Link to="/activity/$id" params={{ id: callId }}>
          {messages.approval.seeCall}
        </Link>
      </Notice>
      {value !== undefined && <JsonBlock label={messages.call.result} value={value} />}
    </>
  );
}
