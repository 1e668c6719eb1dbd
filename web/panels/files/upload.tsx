/** Adding files, with how far it is. */
import { Link } from '@tanstack/react-router';
import { useRef, useState, type ReactNode } from 'react';

import type { OutcomeMessage } from '../../../src/wire/messages.ts';
import { messages } from '../../messages.ts';
import { Notice } from '../../primitives/notice.tsx';
import { VisibleText } from '../../primitives/visible-text.tsx';
import { sendFile } from '../../state/send-file.ts';

const words = messages.files;

interface Sending {
  readonly key: string;
  readonly share: number;
  readonly outcome?: OutcomeMessage;
  readonly problem?: string;
}

interface Props {
  readonly onDone: () => void;
  /** What can be said beside it about what is added. */
  readonly children?: ReactNode;
  readonly send?: (file: File, onShare: (share: number) => void) => Promise<OutcomeMessage>;
}

export function Upload({ onDone, children, send: sendOne = sendFile }: Props): ReactNode {
  const picker = useRef<HTMLInputElement>(null);
  const [all, setAll] = useState<readonly Sending[]>([]);
  const change = (key: string, more: Partial<Sending>): void =>
    setAll((before) => before.map((one) => (one.key === key ? { ...one, ...more } : one)));
  const send = async (files: readonly File[]): Promise<void> => {
    setAll(files.map(({ name }) => ({ key: name, share: 0 })));
    for (const file of files) {
      const key = file.name;
      try {
        change(key, { share: 1, outcome: await sendOne(file, (share) => change(key, { share })) });
      } catch (error) {
        change(key, { problem: error instanceof Error ? error.message : String(error) });
      }
    }
    onDone();
  };
  return (
    <div className="upload">
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        aria-label={words.choose}
        onChange={({ target }) => void send([...(target.files ?? [])]).then(() => void (target.value = ''))}
      />
      <div className="upload-line">
        <button type="button" className="button primary" onClick={() => picker.current?.click()}>
          {words.add}
        </button>
        {children}
      </div>
      {all.map((one) => (
        <Progress key={one.key} sending={one} />
      ))}
    </div>
  );
}

function Progress({ sending: { key, share, outcome, problem } }: { readonly sending: Sending }): ReactNode {
  const fault = problem ?? outcome?.error?.message;
  if (fault !== undefined)
    return (
      <Notice tone="bad">
        <VisibleText text={`${key}: ${fault}`} />
      </Notice>
    );
  if (outcome?.approval)
    return (
      <Notice tone="wait">
        <VisibleText text={key} />: {messages.catalogue.pending}{' '}
        <Link to="/waiting/$id" params={{ id: outcome.approval.id }}>
          {messages.catalogue.decide}
        </Link>
      </Notice>
    );
  return (
    <p className="upload-one">
      <VisibleText text={key} />
      {outcome ? (
        <span className="badge tone-good">{words.added}</span>
      ) : (
        <progress aria-label={words.sending(key)} max={1} value={share} />
      )}
    </p>
  );
}
