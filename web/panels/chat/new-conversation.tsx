/** A conversation that begins with its first message: with whom, and what. */
import { Link, useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';

import { messages } from '../../messages.ts';
import { Notice } from '../../primitives/notice.tsx';
import { VisibleText } from '../../primitives/visible-text.tsx';
import { useAssistants, useBegin } from '../../state/chat.ts';
import { keepFirstWords } from '../../state/first-words.ts';
import { Composer } from './composer.tsx';

export function NewConversation(): ReactNode {
  const assistants = useAssistants();
  const all = assistants.data ?? [];
  const [chosen, setChosen] = useState<string | undefined>();
  const begin = useBegin();
  const navigate = useNavigate();
  const assistant = all.find(({ id }) => id === chosen) ?? all[0];
  const send = (text: string): void => {
    if (!assistant) return;
    begin.mutate(assistant.id, {
      onSuccess: ({ id }) => {
        keepFirstWords(id, text);
        void navigate({ to: '/chat/$id', params: { id } });
      },
    });
  };
  return (
    <div className="talk">
      <Link to="/chat" className="back">
        ← {messages.chat.title}
      </Link>
      <div className="talk-begin">
        <h2>{messages.chat.begin}</h2>
        {assistants.data?.length === 0 && (
          <Notice tone="wait">
            {messages.chat.noModel} <Link to="/setup">{messages.chat.setUp}</Link>
          </Notice>
        )}
        {assistant && (
          <label className="field talk-with">
            {messages.chat.with}
            <select value={assistant.id} onChange={({ target }) => setChosen(target.value)}>
              {all.map(({ id, preset, model }) => (
                <option key={id} value={id}>
                  {messages.chat.assistant(preset, model)}
                </option>
              ))}
            </select>
          </label>
        )}
        {assistant && (
          <p className="soft">
            <VisibleText text={assistant.description} />
          </p>
        )}
        {(assistants.error ?? begin.error) && <Notice tone="bad">{(assistants.error ?? begin.error)?.message}</Notice>}
      </div>
      <Composer preset={assistant?.preset} isAtWork={begin.isPending} isDisabled={!assistant} onSend={send} />
    </div>
  );
}
