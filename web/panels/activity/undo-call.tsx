/** Taking a call back, after seeing what that means. Stays while it is tried, when the call cannot be undone a second time. */
import { useMutation } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';

import type { CallMessage } from '../../../src/wire/messages.ts';
import { messages } from '../../messages.ts';
import { JsonBlock } from '../../primitives/code-block.tsx';
import { Dialog } from '../../primitives/dialog.tsx';
import { DiffView } from '../../primitives/diff-view.tsx';
import { Notice } from '../../primitives/notice.tsx';
import { parseDiff, turnDiff } from '../../primitives/parse-diff.ts';
import { ask } from '../../state/api.ts';
import { client, useApproval } from '../../state/queries.ts';

interface Props {
  readonly call: CallMessage;
  readonly approvalId: string | undefined;
}

export function UndoCall({ call, approvalId }: Props): ReactNode {
  const [isAsking, setAsking] = useState(false);
  const undo = useMutation({
    mutationFn: () => ask(`/api/calls/${encodeURIComponent(call.callId)}/undo`, { method: 'POST' }),
    onSuccess: () => setAsking(false),
    onSettled: () => client.invalidateQueries({ queryKey: ['call', call.callId] }),
  });
  return (
    <>
      {call.canUndo && (
        <p className="undo">
          <button type="button" className="button" onClick={() => setAsking(true)}>
            {messages.call.undo}
          </button>
        </p>
      )}
      <Dialog title={messages.call.undoTitle} isOpen={isAsking} onClose={() => setAsking(false)}>
        <p>{messages.call.undoWhat}</p>
        {approvalId === undefined ? <What call={call} /> : <Reversed call={call} approvalId={approvalId} />}
        {undo.error && <Notice tone="bad">{undo.error.message}</Notice>}
        <div className="buttons">
          <button type="button" className="button" onClick={() => setAsking(false)}>
            {messages.cancel}
          </button>
          <button type="button" className="button danger" disabled={undo.isPending} onClick={() => undo.mutate()}>
            {messages.call.undoDo}
          </button>
        </div>
      </Dialog>
    </>
  );
}

/** What was approved, the other way round. Where the arguments were edited, the preview is not of what ran. */
function Reversed({ call, approvalId }: { readonly call: CallMessage; readonly approvalId: string }): ReactNode {
  const { data } = useApproval(approvalId);
  const isAsShown = JSON.stringify(call.executedArgs) === JSON.stringify(call.proposedArgs);
  const diffs = isAsShown ? (data?.preview.parts.filter((part) => part.kind === 'diff') ?? []) : [];
  if (diffs.length === 0) return <What call={call} />;
  return (
    <>
      <p className="soft">{messages.call.undoDiff}</p>
      {diffs.map(({ path, diff }) => (
        <DiffView key={path} path={path} lines={turnDiff(parseDiff(diff))} />
      ))}
    </>
  );
}

function What({ call }: { readonly call: CallMessage }): ReactNode {
  return <JsonBlock label={messages.call.args} value={{ [call.tool]: call.executedArgs }} />;
}
