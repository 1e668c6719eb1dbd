/** Speech by espeak-ng: a program of this machine, so that the text is not sent anywhere. */
import { existsSync } from 'node:fs';

import { runProcess } from '../../lib/node/run-process.ts';
import { PortError } from '../../ports/port-error.ts';
import type { SpeechSynthesizer } from '../../ports/speech-synthesizer.ts';
import { resample } from './resample.ts';
import { readWave } from './wave.ts';

export const ESPEAK_PLACES = ['/usr/bin/espeak-ng', '/usr/local/bin/espeak-ng', '/opt/homebrew/bin/espeak-ng'];
const RATE = 24_000;
const MAX_TEXT = 2_000;
/** About five minutes of sound. */
const MAX_SOUND = 15_000_000;
const TIMEOUT_MS = 15_000;
/** How many sentences are synthesized at the same time, over all voice sessions. */
const MAX_PROCESSES = 2;
const LANGUAGE = /^[a-z]{2}(-[a-z]{2})?$/;

/** The path of the program; undefined where it is not installed. */
export function findEspeak(): string | undefined {
  return ESPEAK_PLACES.find((path) => existsSync(path));
}

export function openEspeak(program: string): SpeechSynthesizer {
  const waiting: (() => void)[] = [];
  let running = 0;
  const enter = async (): Promise<void> => {
    if (running >= MAX_PROCESSES) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
  };
  const leave = (): void => {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  };
  return {
    name: 'espeak-ng',
    async speak(text, language, signal) {
      await enter();
      try {
        signal.throwIfAborted();
        return toSound(await run(program, text.slice(0, MAX_TEXT), language, signal));
      } finally {
        leave();
      }
    },
  };
}

/** The text is passed by standard input. As an argument it could be taken for an option, and other users could see it. */
async function run(program: string, text: string, language: string, signal: AbortSignal): Promise<Buffer> {
  const voice = LANGUAGE.test(language) ? language : 'en';
  const ended = await runProcess(program, ['-v', voice, '--stdin', '--stdout'], {
    ...{ env: { LANG: 'C.UTF-8' }, cwd: '/', maxBytes: MAX_SOUND },
    // espeak-ng would read text in brackets as phonemes.
    input: `${text.replaceAll(/[[\]]/g, ' ')}\n`,
    signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
  }).catch((error: unknown) => {
    throw espeakError(error);
  });
  if (ended.code !== 0 || ended.isTooLong) throw espeakError();
  return ended.stdout;
}

function toSound(file: Buffer): Uint8Array {
  const wave = readWave(file);
  if (!wave) throw espeakError();
  const { buffer, byteOffset, byteLength } = resample(wave.samples, wave.rate, RATE);
  return new Uint8Array(buffer, byteOffset, byteLength);
}

function espeakError(cause?: unknown): PortError {
  return new PortError('NOT_AVAILABLE', 'espeak-ng could not speak.', {}, cause);
}
