/** Speech recognition and synthesis of the browser, where it has them. */
import { useEffect, useRef, useState } from 'react';

interface Heard extends Event {
  readonly resultIndex: number;
  readonly results: ArrayLike<ArrayLike<{ readonly transcript: string }> & { readonly isFinal: boolean }>;
}

interface Recognition extends EventTarget {
  continuous: boolean;
  interimResults: boolean;
  lang: string;
  start(): void;
  abort(): void;
}

type Speaking = Window & {
  readonly SpeechRecognition?: new () => Recognition;
  readonly webkitSpeechRecognition?: new () => Recognition;
};

const { SpeechRecognition, webkitSpeechRecognition } = window as Speaking;
const Recogniser = SpeechRecognition ?? webkitSpeechRecognition;
export const canHear = Recogniser !== undefined;
const canSpeak = 'speechSynthesis' in window;

/** Code and signs are not for the ear. */
export function speak(text: string): void {
  if (!canSpeak) return;
  const words = text.replaceAll(/```[^]*?(```|$)/g, ' ').replaceAll(/[*_`#|]/g, '');
  if (words.trim() !== '') window.speechSynthesis.speak(new SpeechSynthesisUtterance(words));
}

const hush = (): void => {
  if (canSpeak) window.speechSynthesis.cancel();
};

interface Listening {
  readonly isOn: boolean;
  /** What was understood so far of what is being said. */
  readonly interim: string;
  readonly problem: string | undefined;
}

/** Listens as long as it is wanted, and hands over each thing that was said when it was said to its end. */
export function useListening(isWanted: boolean, onSaid: (words: string) => void): Listening {
  const [listening, setListening] = useState<Listening>({ isOn: false, interim: '', problem: undefined });
  const said = useRef(onSaid);
  useEffect(() => void (said.current = onSaid), [onSaid]);
  useEffect(() => {
    if (!isWanted || !Recogniser) return undefined;
    let isOver = false;
    const recognition = new Recogniser();
    Object.assign(recognition, { continuous: true, interimResults: true, lang: navigator.language });
    recognition.addEventListener('result', (event) => {
      const { results, resultIndex } = event as Heard;
      let interim = '';
      for (let at = resultIndex; at < results.length; at += 1) {
        const result = results[at];
        const words = result?.[0]?.transcript.trim() ?? '';
        if (!result?.isFinal) interim += words;
        else if (words !== '') said.current(words);
      }
      // Stops the spoken answer while the user speaks.
      if (interim !== '') hush();
      setListening({ isOn: true, interim, problem: undefined });
    });
    recognition.addEventListener('error', (event) => {
      const { error } = event as Event & { readonly error?: string };
      if (error === 'no-speech' || error === 'aborted') return;
      isOver = true;
      setListening({ isOn: false, interim: '', problem: error ?? 'unknown' });
    });
    // Browsers stop listening after a silence.
    recognition.addEventListener('end', () => void (isOver || recognition.start()));
    recognition.start();
    setListening({ isOn: true, interim: '', problem: undefined });
    return () => {
      isOver = true;
      recognition.abort();
      hush();
      setListening({ isOn: false, interim: '', problem: undefined });
    };
  }, [isWanted]);
  return listening;
}
