/** The decision: approve, once or for longer, change it first, or deny it. Always in reach, also by keys. */
import type { UseMutationResult } from '@tanstack/react-query';
import { useMemo, useState, type ReactNode } from 'react';

import type { ApprovalMessage, DecidedMessage } from '../../../src/wire/messages.ts';
import { messages } from '../../messages.ts';
import { GuardedButton } from '../../primitives/guarded-button.tsx';
import { Notice } from '../../primitives/notice.tsx';
import type { Args } from '../../primitives/schema-form/field-kind.ts';
import type { Verdict } from '../../state/decide.ts';
import { useInputGuard } from '../../state/input-guard.ts';
import { useKeys } from '../../state/keys.ts';
import { useSingleKeys } from '../../state/single-keys.ts';
import { ConfirmHighRisk } from './confirm-high-risk.tsx';
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
  /** What is shown of the call now, also with changed arguments. */
  readonly shown: { readonly title: string; readonly scope: readonly string[]; readonly isHighRisk: boolean };
  /** The call's place in the list. */
  readonly position: number;
}

const NO_KEYS = {};

export function Actions(props: Props): ReactNode {
  const { approval, decide, edited, isChanged, setEdited, canGrant, canApprove, isInline, shown, position } = props;
  const [remembering, setRemembering] = useState<Remembering>('once');
  const args = (isChanged ? edited : approval.args) as Args;
  const [pattern, setPattern] = useState<Readonly<Record<string, string>>>(() => patternOf(args));
  const [isEverywhere, setEverywhere] = useState(false);
  const [isDenying, setDenying] = useState(false);
  const isBusy = decide.isPending;
  const [place, guard] = useInputGuard(`${approval.id} ${position}`);
  const areKeysOn = useSingleKeys() && !isInline;
  // A confirmation holds for what it named: other arguments need another one.
  const named = JSON.stringify(args);
  const [confirming, setConfirming] = useState<string | undefined>();
  const isConfirming = confirming === named && canApprove;

  const begin = (): void => {
    if (isBusy || !canApprove) return;
    if (shown.isHighRisk) setConfirming(named);
    else approve();
  };
  const deny = (): void => setDenying(true);
  const approve = (): void => {
    if (isBusy || !canApprove) return;
    const used = Object.fromEntries(Object.entries(pattern).filter(([, glob]) => glob !== ''));
    decide.mutate({
      decision: 'approve',
      ...(isChanged ? { modifiedArgs: edited } : {}),
      ...(remembering === 'once' ? {} : { remember: remembering === 'pattern' ? 'always' : remembering }),
      ...(remembering === 'pattern' ? { pattern: used } : {}),
      ...(remembering !== 'once' && isEverywhere ? { everywhere: true } : {}),
    });
  };
  const edit = (): void => setEdited(edited ? undefined : (approval.args as Args));
  useKeys(isInline ? NO_KEYS : { a: () => guard.accepts() && begin(), d: () => guard.accepts() && deny(), e: edit });
  const patternFields = useMemo(
    () => remembering === 'pattern' && <PatternFields pattern={pattern} onChange={setPattern} />,
    [remembering, pattern],
  );

  return (
    <footer className="actions">
      {decide.error && <Notice tone="bad">{decide.error.message}</Notice>}
      {patternFields}
      {isConfirming && (
        <ConfirmHighRisk
          calls={[{ id: approval.id, tool: approval.tool, title: shown.title, scope: shown.scope }]}
          label={isChanged ? messages.approval.confirm.approveEdited : messages.approval.confirm.approve}
          isBusy={isBusy}
          onConfirm={approve}
          onCancel={() => setConfirming(undefined)}
        />
      )}
      <div className="actions-row" hidden={isConfirming}>
        <RememberSelect
          value={remembering}
          onChange={setRemembering}
          canGrant={canGrant}
          hasConversation={approval.conversationId !== null}
        />
        {remembering !== 'once' && approval.workspace !== null && (
          <label className="everywhere">
            <input type="checkbox" checked={isEverywhere} onChange={({ target }) => setEverywhere(target.checked)} />
            {messages.approval.everywhere(approval.workspace.label)}
          </label>
        )}
        <div className="actions-buttons" ref={place}>
          <button
            type="button"
            className="button"
            aria-keyshortcuts={areKeysOn ? 'e' : undefined}
            disabled={isBusy}
            onClick={edit}
          >
            {edited ? messages.approval.keep : messages.approval.edit}
          </button>
          <GuardedButton
            className="button danger"
            shortcut={areKeysOn ? 'd' : undefined}
            {...{ guard, isDisabled: isBusy }}
            onDecide={deny}
          >
            {messages.approval.deny}
          </GuardedButton>
          <GuardedButton
            className="button primary"
            shortcut={areKeysOn ? 'a' : undefined}
            {...{ guard, isDisabled: isBusy || !canApprove }}
            onDecide={begin}
          >
            {isBusy
              ? messages.approval.working
              : isChanged
                ? messages.approval.approveEdited
                : messages.approval.approve}
          </GuardedButton>
        </div>
      </div>
      <DenyDialog isOpen={isDenying} onClose={() => setDenying(false)} onDeny={(verdict) => decide.mutate(verdict)} />
    </footer>
  );
}
