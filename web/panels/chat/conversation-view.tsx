/** One conversation: the stored messages and the running turn. */
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState, type ReactNode } from 'react';

import type { ChatMessage, ToolResultMessage } from '../../../src/wire/conversations.ts';
import { messages } from '../../messages.ts';
import { Notice } from '../../primitives/notice.tsx';
import { VisibleText } from '../../primitives/visible-text.tsx';
import { useSay, useStop, useTranscript, type Transcript } from '../../state/chat.ts';
import { takeFirstWords } from '../../state/first-words.ts';
import { restartGuards } from '../../state/input-guard.ts';
import type { LiveTurn } from '../../state/live-turn.ts';
import { speak } from '../../state/speech.ts';
import { useLiveTurn } from '../../state/use-live-turn.ts';
import { Composer } from './composer.tsx';
import { Answer, MessageView, UserWords } from './message-view.tsx';

export function ConversationView({ id }: { readonly id: string }): ReactNode {
  const { data, error } = useTranscript(id);
  if (data) return <Shown id={id} transcript={data} />;
  return error ? <Notice tone="bad">{error.message}</Notice> : <p className="placeholder">{messages.loading}</p>;
}

/** The last outcome that is known of each call. */
function resultsOf(all: readonly ChatMessage[]): ReadonlyMap<string, ToolResultMessage> {
  return new Map(
    all.flatMap((message) => (message.role === 'tool' ? message.results : [])).map((result) => [result.callId, result]),
  );
}

interface Sent {
  readonly text: string;
  /** What had been said when it was sent. */
  readonly after: number;
}

function Shown({ id, transcript }: { readonly id: string; readonly transcript: Transcript }): ReactNode {
  const { conversation, messages: all } = transcript;
  const say = useSay(id);
  const stop = useStop(id);
  const live = useLiveTurn(id);
  const [sent, setSent] = useState<Sent | undefined>();
  const [isVoice, setVoice] = useState(false);
  const last = all.at(-1)?.seq ?? 0;
  const results = resultsOf(all);
  const isAtWork = say.isPending || live.isAtWork;
  const news = live.said.filter(({ seq }) => seq > last);

  const send = (text: string): void => {
    setSent({ text, after: last });
    say.mutate(text);
  };
  const first = useRef(send);
  useEffect(() => {
    const words = takeFirstWords(id);
    if (words !== undefined) first.current(words);
  }, [id]);
  useSpokenAnswers(isVoice, live, last);
  const isUnheard = sent && !all.some(({ role, seq }) => role === 'user' && seq > sent.after);
  const lastWords = all.findLast((message) => message.role === 'user')?.text ?? sent?.text;
  const hasFailed = !isAtWork && (say.isError || hasProblem(all.at(-1)));

  return (
    <div className="talk">
      <header className="talk-head">
        <Link to="/chat" className="back">
          ← {messages.chat.title}
        </Link>
        <h2 className="talk-title">
          <VisibleText text={conversation.title || messages.chat.untitled} />
        </h2>
        <p className="soft small">{messages.chat.assistant(conversation.preset, conversation.model)}</p>
      </header>
      {/* What scrolls must be reachable by keys. */}
      <div className="talk-said" ref={followEnd} tabIndex={0} role="log" aria-label={messages.chat.said}>
        <div className="talk-list">
          {all.map((message) => (
            <MessageView key={message.seq} {...{ message, results, live: live.calls, isAtWork }} />
          ))}
          {isUnheard && <UserWords text={sent.text} />}
          {news.map(({ seq, text }) => text !== '' && <Answer key={seq} text={text} />)}
          {live.text !== '' && <Answer text={live.text} isGrowing />}
          {isAtWork && live.text === '' && <p className="thinking">{messages.chat.atWork}</p>}
          {say.error && !isAtWork && <Notice tone="bad">{say.error.message}</Notice>}
          {hasFailed && lastWords !== undefined && (
            <p>
              <button type="button" className="button small" onClick={() => send(lastWords)}>
                {messages.tryAgain}
              </button>
            </p>
          )}
        </div>
      </div>
      <Composer
        preset={conversation.preset}
        isAtWork={isAtWork}
        onSend={send}
        onStop={() => stop.mutate()}
        voice={{ isOn: isVoice, set: setVoice }}
      />
    </div>
  );
}

const hasProblem = (message: ChatMessage | undefined): boolean =>
  message?.role === 'assistant' && message.problem !== null;

/** Answers are read out once, and only those that begin while it is wanted: what stood there before is for the eyes. */
function useSpokenAnswers(isWanted: boolean, { said, text: growing }: LiveTurn, last: number): void {
  const heard = useRef({ upTo: 0, isHalf: false });
  useEffect(() => {
    if (!isWanted) {
      const upTo = Math.max(heard.current.upTo, last, ...said.map(({ seq }) => seq));
      heard.current = { upTo, isHalf: growing !== '' };
      return;
    }
    for (const { seq, text } of said) {
      if (seq <= heard.current.upTo) continue;
      if (!heard.current.isHalf) speak(text);
      heard.current = { upTo: seq, isHalf: false };
    }
    if (growing === '') heard.current.isHalf = false;
  }, [isWanted, said, growing, last]);
}

const NEAR_PX = 160;

/** Follows what is added, unless one has scrolled back to read. */
function followEnd(box: HTMLDivElement): () => void {
  let isAtEnd = true;
  const note = (): void => {
    isAtEnd = box.scrollHeight - box.scrollTop - box.clientHeight < NEAR_PX;
  };
  const watcher = new ResizeObserver(() => {
    if (!isAtEnd) return;
    const before = box.scrollTop;
    box.scrollTo({ top: box.scrollHeight });
    if (box.scrollTop !== before) restartGuards();
  });
  box.addEventListener('scroll', note, { passive: true });
  watcher.observe(box);
  for (const child of box.children) watcher.observe(child);
  return () => {
    watcher.disconnect();
    box.removeEventListener('scroll', note);
  };
}
