/** Where one writes, attaches files, or speaks. */
import { useRef, useState, type ReactNode } from 'react';

import { messages } from '../../messages.ts';
import { VisibleText } from '../../primitives/visible-text.tsx';
import { composeMessage, readAttachment, type Attachment } from '../../state/attachments.ts';
import { hasStore, keepFile } from '../../state/file-stores.ts';
import { canHear, useListening } from '../../state/speech.ts';

interface Props {
  readonly isAtWork: boolean;
  readonly isDisabled?: boolean;
  /** Whose tools are to read what is attached. */
  readonly preset: string | undefined;
  readonly onSend: (text: string) => void;
  /** Where a turn can be stopped. */
  readonly onStop?: () => void;
  /** Where what is answered can be spoken. */
  readonly voice?: { readonly isOn: boolean; readonly set: (isOn: boolean) => void };
}

export function Composer({ isAtWork, isDisabled = false, preset, onSend, onStop, voice }: Props): ReactNode {
  const [words, setWords] = useState('');
  const [files, setFiles] = useState<readonly Attachment[]>([]);
  const [refused, setRefused] = useState('');
  const [isKeeping, setKeeping] = useState(false);
  const picker = useRef<HTMLInputElement>(null);
  const heard = useListening(voice?.isOn ?? false, onSend);
  const isEmpty = words.trim() === '' && files.length === 0;

  const attach = async (list: FileList | null): Promise<void> => {
    setKeeping(true);
    const { taken, problem } = await takeFiles([...(list ?? [])], preset);
    setKeeping(false);
    setFiles((before) => [...before, ...taken]);
    setRefused(problem);
  };
  const send = (): void => {
    if (isEmpty || isAtWork || isDisabled || isKeeping) return;
    onSend(composeMessage(words.trim(), files));
    setWords('');
    setFiles([]);
    setRefused('');
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
      {refused !== '' && (
        <p className="fault">
          <VisibleText text={refused} />
        </p>
      )}
      {isKeeping && (
        <p className="soft small" role="status">
          {messages.chat.keeping}
        </p>
      )}
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
              <button
                type="submit"
                className="button small primary"
                disabled={isEmpty || isAtWork || isDisabled || isKeeping}
              >
                {messages.chat.send}
              </button>
            )}
          </span>
        </div>
      </div>
    </form>
  );
}

/** Files as they go along with a message, and what is said of those that do not. */
async function takeFiles(
  files: readonly File[],
  preset: string | undefined,
): Promise<{ readonly taken: readonly Attachment[]; readonly problem: string }> {
  if (!hasStore(preset)) {
    const read = await Promise.all(files.map(readAttachment));
    const left = files.filter((_, at) => !read[at]).map(({ name }) => name);
    const problem = left.length === 0 ? '' : messages.chat.notText(left.join(', '));
    return { taken: read.filter((file) => file !== undefined), problem };
  }
  const kept = await Promise.allSettled(files.map((file) => keepFile(preset, file)));
  const taken = files.flatMap(({ name }, at): Attachment[] => {
    const one = kept[at];
    return one?.status === 'fulfilled' ? [{ name, text: '', keptAs: one.value }] : [];
  });
  const problems = files.flatMap(({ name }, at) => {
    const one = kept[at];
    return one?.status === 'rejected' ? [messages.chat.notKept(name, String(one.reason))] : [];
  });
  return { taken, problem: problems.join(' ') };
}
