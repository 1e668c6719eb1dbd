/** The decision: approve, once or for longer, change it first, or deny it. Always in reach, also by keys. */
import type { UseMutationResult } from '@tanstack/react-query';
import { useMemo, useState, type ReactNode } from 'react';

import type { ApprovalMessage, DecidedMessage } from '../../../src/wire/messages.ts';
import { messages } from '../../messages.ts';
import { Notice } from '../../primitives/notice.tsx';
import type { Args } from '../../primitives/schema-form/field-kind.ts';
import type { Verdict } from '../../state/decide.ts';
import { useKeys } from '../../state/keys.ts';
import { DenyDialog } from './deny-dialog.tsx';
import { PatternFields, patternOf } from './pattern-fields.tsx';
import { RememberSelect, type Remembering } from './remember-select.tsx';

interface Props {
  readonly approval: ApprovalMessage;
  readonly decide: UseMutationResult<DecidedMessage, Error, Verdict>;
  readonly edited: Args | undefined;
  readonly isChanged: boolean;
  readonly setEdited: (args: Args | undefined) => void;
  readonly canGrant: boolean;
  readonly canApprove: boolean;
  readonly isInline: boolean;
}

const NO_KEYS = {};

export function Actions(props: Props): ReactNode {
  const { approval, decide, edited, isChanged, setEdited, canGrant, canApprove, isInline } = props;
  const [remembering, setRemembering] = useState<Remembering>('once');
  const args = (isChanged ? edited : approval.args) as Args;
  const [pattern, setPattern] = useState<Readonly<Record<string, string>>>(() => patternOf(args));
  const [isDenying, setDenying] = useState(false);
  const isBusy = decide.isPending;

  const approve = (): void => {
    if (isBusy || !canApprove) return;
    const used = Object.fromEntries(Object.entries(pattern).filter(([, glob]) => glob !== ''));
    decide.mutate({
      decision: 'approve',
      ...(isChanged ? { modifiedArgs: edited } : {}),
      ...(remembering === 'once' ? {} : { remember: remembering === 'pattern' ? 'always' : remembering }),
      ...(remembering === 'pattern' ? { pattern: used } : {}),
    });
  };
  const edit = (): void => setEdited(edited ? undefined : (approval.args as Args));
  useKeys(isInline ? NO_KEYS : { a: approve, d: () => setDenying(true), e: edit });
  const patternFields = useMemo(
    () => remembering === 'pattern' && <PatternFields pattern={pattern} onChange={setPattern} />,
    [remembering, pattern],
  );

  return (
    <footer className="actions">
      {decide.error && <Notice tone="bad">{decide.error.message}</Notice>}
      {patternFields}
      <div className="actions-row">
        <RememberSelect
          value={remembering}
          onChange={setRemembering}
          canGrant={canGrant}
          hasConversation={approval.conversationId !== null}
        />
        <span className="actions-buttons">
          <button type="button" className="button" aria-keyshortcuts="e" disabled={isBusy} onClick={edit}>
            {edited ? messages.approval.keep : messages.approval.edit}
          </button>
          <button
            type="button"
            className="button danger"
            aria-keyshortcuts="d"
            disabled={isBusy}
            onClick={() => setDenying(true)}
          >
            {messages.approval.deny}
          </button>
          <button
            type="button"
            className="button primary"
            aria-keyshortcuts="a"
            disabled={isBusy || !canApprove}
            onClick={approve}
          >
            {isBusy
              ? messages.approval.working
              : isChanged
                ? messages.approval.approveEdited
                : messages.approval.approve}
          </button>
        </span>
      </div>
      <DenyDialog isOpen={isDenying} onClose={() => setDenying(false)} onDeny={(verdict) => decide.mutate(verdict)} />
    </footer>
  );
}
