/** Where one writes, attaches files, or speaks. */
import { useRef, useState, type ReactNode } from 'react';

import { messages } from '../../messages.ts';
import { VisibleText } from '../../primitives/visible-text.tsx';
import { composeMessage, readAttachment, type Attachment } from '../../state/attachments.ts';
import { canHear, useListening } from '../../state/speech.ts';

interface Props {
  readonly isAtWork: boolean;
  readonly isDisabled?: boolean;
  readonly onSend: (text: string) => void;
  /** Where a turn can be stopped. */
  readonly onStop?: () => void;
  /** Where what is answered can be spoken. */
  readonly voice?: { readonly isOn: boolean; readonly set: (isOn: boolean) => void };
}

export function Composer({ isAtWork, isDisabled = false, onSend, onStop, voice }: Props): ReactNode {
  const [words, setWords] = useState('');
  const [files, setFiles] = useState<readonly Attachment[]>([]);
  const [refused, setRefused] = useState<readonly string[]>([]);
  const picker = useRef<HTMLInputElement>(null);
  const heard = useListening(voice?.isOn ?? false, onSend);
  const isEmpty = words.trim() === '' && files.length === 0;

  const attach = async (list: FileList | null): Promise<void> => {
    const all = [...(list ?? [])];
    const read = await Promise.all(all.map(readAttachment));
    setFiles((before) => [...before, ...read.filter((file) => file !== undefined)]);
    setRefused(all.filter((_, at) => !read[at]).map(({ name }) => name));
  };
  const send = (): void => {
    if (isEmpty || isAtWork || isDisabled) return;
    onSend(composeMessage(words.trim(), files));
    setWords('');
    setFiles([]);
    setRefused([]);
  };

  return (
    <form
      className="composer"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {files.length > 0 && (
        <ul className="attached" aria-label={messages.chat.attached}>
          {files.map(({ name }, at) => (
            <li key={at} className="chip">
              <VisibleText text={name} />{' '}
              <button
                type="button"
                className="chip-remove"
                aria-label={messages.chat.detach(name)}
                onClick={() => setFiles(files.filter((_, other) => other !== at))}
              >
                ×
              </button>
            </li>
          ))}
        </ul>
      )}
      {refused.length > 0 && <p className="fault">{messages.chat.notText(refused.join(', '))}</p>}
      {voice?.isOn && (
        <p className="hearing" role="status">
          {heard.problem === undefined
            ? heard.interim || messages.chat.hearing
            : messages.chat.cannotHear(heard.problem)}
        </p>
      )}
      <div className="composer-box">
        <textarea
          aria-label={messages.chat.write}
          placeholder={messages.chat.write}
          rows={2}
          maxLength={500_000}
          value={words}
          disabled={isDisabled}
          onChange={({ target }) => setWords(target.value)}
          onDrop={(event) => {
            if (event.dataTransfer.files.length === 0) return;
            event.preventDefault();
            void attach(event.dataTransfer.files);
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
            event.preventDefault();
            send();
          }}
        />
        <div className="composer-row">
          <input
            ref={picker}
            type="file"
            multiple
            hidden
            aria-label={messages.chat.attach}
            onChange={({ target }) => {
              void attach(target.files).then(() => void (target.value = ''));
            }}
          />
          <button
            type="button"
            className="button small quiet"
            disabled={isDisabled}
            onClick={() => picker.current?.click()}
          >
            {messages.chat.attach}
          </button>
          {voice && canHear && (
            <button
              type="button"
              className="button small quiet"
              aria-pressed={voice.isOn}
              onClick={() => voice.set(!voice.isOn)}
            >
              {voice.isOn ? messages.chat.voiceOff : messages.chat.voiceOn}
            </button>
          )}
          <span className="composer-send">
            {isAtWork && onStop ? (
              <button type="button" className="button small" onClick={onStop}>
                {messages.chat.stop}
              </button>
            ) : (
              <button type="submit" className="button small primary" disabled={isEmpty || isAtWork || isDisabled}>
                {messages.chat.send}
              </button>
            )}
          </span>
        </div>
      </div>
    </form>
  );
}
