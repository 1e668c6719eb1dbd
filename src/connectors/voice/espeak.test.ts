/** Real speech, made by the real program. */
import { beforeAll, describe, expect, test } from 'vitest';

import { provision } from '../../../scripts/provision.ts';
import type { SpeechSynthesizer } from '../../ports/speech-synthesizer.ts';
import { openEspeak } from './espeak.ts';
import { resample } from './resample.ts';
import { readWave } from './wave.ts';

let speech: SpeechSynthesizer;
beforeAll(async () => {
  speech = openEspeak((await provision(['espeak-ng'])).get('espeak-ng') ?? '');
});
const never = new AbortController().signal;
const seconds = (sound: Uint8Array): number => sound.length / 48_000;
const loudness = (sound: Uint8Array): number => {
  const samples = new Int16Array(sound.buffer, sound.byteOffset, sound.length / 2);
  return Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);
};

test('speaks a sentence, loud enough to be heard and as long as it takes', async () => {
  const short = await speech.speak('Good evening.', 'en', never);
  const long = await speech.speak(
    'Good evening. It is a quarter past nine, and it will rain until tomorrow.',
    'en',
    never,
  );
  expect(loudness(short)).toBeGreaterThan(500);
  expect(seconds(short)).toBeGreaterThan(0.4);
  expect(seconds(short)).toBeLessThan(3);
  expect(seconds(long)).toBeGreaterThan(2 * seconds(short));
});

test('speaks each language in its own way', async () => {
  const sounds = await Promise.all(
    ['en', 'de', 'fr', 'es', 'it'].map((language) => speech.speak('nation', language, never)),
  );
  expect(new Set(sounds.map((sound) => Buffer.from(sound).toString('base64'))).size).toBe(5);
});

test.each(['--version', '-w /tmp/x', '[[h@l@U]]', '<speak>a</speak>', '\u0000\u0007', '🎉', 'a'.repeat(5_000)])(
  'takes %j for words, whatever it looks like',
  async (text) => {
    expect((await speech.speak(text, 'en', never)).length % 2).toBe(0);
  },
);

test('stops on abort', async () => {
  const stop = new AbortController();
  const speaking = speech.speak('word '.repeat(400), 'en', stop.signal);
  stop.abort();
  await expect(speaking).rejects.toThrow();
});

test('says that it cannot, where the program is not there', async () => {
  await expect(openEspeak('/nowhere/espeak-ng').speak('a', 'en', never)).rejects.toMatchObject({
    code: 'NOT_AVAILABLE',
  });
});

describe('sound', () => {
  test('keeps its pitch and its length at another rate', () => {
    const wave = Int16Array.from({ length: 22_050 }, (_, at) =>
      Math.round(10_000 * Math.sin((2 * Math.PI * 440 * at) / 22_050)),
    );
    const other = resample(wave, 22_050, 24_000);
    expect(other.length).toBe(24_000);
    const rises = other.filter((sample, at) => at > 0 && (other[at - 1] ?? 0) < 0 && sample >= 0).length;
    expect(Math.abs(rises - 440)).toBeLessThanOrEqual(1);
  });

  test.each([new Uint8Array(0), new Uint8Array(44), Buffer.from('RIFFxxxxWAVEdata')])(
    'is not made up from %o',
    (file) => {
      expect(readWave(file)).toBeUndefined();
    },
  );
});
