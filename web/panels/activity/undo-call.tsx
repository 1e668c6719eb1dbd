/** Taking a call back, after seeing what that means. Stays while it is tried, when the call cannot be undone a second time. */
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';

import type { CallMessage } from '../../../src/wire/messages.ts';
import type { PreviewMessage } from '../../../src/wire/previews.ts';
import { messages } from '../../messages.ts';
import { JsonBlock } from '../../primitives/code-block.tsx';
import { Dialog } from '../../primitives/dialog.tsx';
import { Notice } from '../../primitives/notice.tsx';
import { Preview } from '../../primitives/preview.tsx';
import { VisibleText } from '../../primitives/visible-text.tsx';
import { ask } from '../../state/api.ts';
import { client } from '../../state/queries.ts';

export function UndoCall({ call }: { readonly call: CallMessage }): ReactNode {
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
        <What call={call} />
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

/** In the tool's own words, where it has any. */
function What({ call }: { readonly call: CallMessage }): ReactNode {
  const { data, error } = useQuery({
    queryKey: ['undo', call.callId],
    staleTime: 0,
    gcTime: 0,
    queryFn: ({ signal }) =>
      ask<{ preview: PreviewMessage | null }>(`/api/calls/${encodeURIComponent(call.callId)}/undo`, { signal }),
  });
  if (error) return <Notice tone="bad">{error.message}</Notice>;
  if (!data) return <p className="soft">{messages.loading}</p>;
  if (data.preview) {
    return (
      <>
        <p>
          <strong>
            <VisibleText text={data.preview.title} />
          </strong>
        </p>
        <Preview preview={data.preview} />
      </>
    );
  }
  return (
    <>
      <p className="soft">{messages.call.undoUnknown}</p>
      <JsonBlock label={messages.call.args} value={{ [call.tool]: call.executedArgs }} />
    </>
  );
}
