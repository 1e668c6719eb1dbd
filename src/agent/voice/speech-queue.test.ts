import { expect, test } from 'vitest';

import type { SpeechSynthesizer } from '../../ports/speech-synthesizer.ts';
import { SpeechQueue } from './speech-queue.ts';
import type { SessionClient } from './session-events.ts';

const SOUND = new Uint8Array(96);

function open({ speech, mode = 'voice' }: { speech?: SpeechSynthesizer; mode?: 'voice' | 'text' } = {}) {
  const heard: string[] = [];
  const client: SessionClient = {
    send: (event) => heard.push('id' in event ? `${event.type} ${event.id}` : event.type),
    sendAudio: ({ length }) => heard.push(`${length} bytes`),
    close: () => undefined,
  };
  let isThere = true;
  const mouth = new SpeechQueue({
    client: () => (isThere ? client : undefined),
    ...{ speech, mode, language: 'en', patienceMs: 50, log: () => undefined },
  });
  return { mouth, heard, hangUp: () => (isThere = false) };
}
const speech: SpeechSynthesizer = { name: 'test', speak: async () => SOUND };

test('says one thing after the other, each with its own sound', async () => {
  const { mouth, heard } = open({ speech });
  mouth.say('One.', 'assistant');
  mouth.say('Two.', 'runtime');
  await mouth.quiet();
  expect(heard).toEqual(['speech s1', '96 bytes', 'speech.end s1', 'speech s2', '96 bytes', 'speech.end s2']);
});

test('does not mix its own sound into one that is passed on', async () => {
  const { mouth, heard } = open({ speech });
  const stream = mouth.stream();
  stream?.add(SOUND);
  const saying = mouth.say('Approve it?', 'runtime');
  await new Promise((resolve) => setTimeout(resolve, 20));
  stream?.add(SOUND);
  stream?.end();
  await saying.played;
  expect(heard).toEqual([
    'speech s1',
    '96 bytes',
    '96 bytes',
    'speech.end s1',
    'speech s2',
    '96 bytes',
    'speech.end s2',
  ]);
});

test('knows what was played, and does not wait for ever for what was not', async () => {
  const { mouth } = open({ speech });
  const [played, ignored] = [mouth.say('One.', 'runtime'), mouth.say('Two.', 'runtime')];
  mouth.acknowledge('s1');
  expect([played.wasPlayed, ignored.wasPlayed]).toEqual([true, false]);
  expect(await Promise.all([played.played, ignored.played])).toEqual([true, false]);
  mouth.acknowledge('s2');
  expect(ignored.wasPlayed).toBe(false);
});

test('is interrupted in what the assistant says, and not in what the runtime says', async () => {
  const { mouth, heard } = open({ speech });
  const [chatter, question] = [mouth.say('Once upon a time.', 'assistant'), mouth.say('Approve it?', 'runtime')];
  const stream = mouth.stream();
  mouth.interrupt();
  stream?.add(SOUND);
  stream?.end();
  expect(await chatter.played).toBe(false);
  await question.played;
  expect(heard).toEqual(['speech s3', 'silence', 'speech s2', '96 bytes', 'speech.end s2']);
});

test('is silent about the assistant while it is suppressed', async () => {
  const { mouth, heard } = open({ speech });
  mouth.suppress(true);
  expect(mouth.stream()).toBeUndefined();
  mouth.say('Nobody hears this.', 'assistant');
  mouth.say('Goodbye.', 'runtime');
  await mouth.quiet();
  mouth.suppress(false);
  mouth.say('Back again.', 'assistant');
  await mouth.quiet();
  expect(heard.filter((event) => event.startsWith('speech '))).toEqual(['speech s1', 'speech s2']);
});

test('settles everything when the listener is gone', async () => {
  const { mouth, hangUp } = open({ speech });
  const saying = mouth.say('Goodbye.', 'runtime');
  hangUp();
  mouth.gone();
  expect(await saying.played).toBe(false);
  expect(await mouth.say('Still there?', 'runtime').played).toBe(false);
});

test('leaves it to the client to speak where nothing else does, or where that fails', async () => {
  const broken: SpeechSynthesizer = { name: 'broken', speak: () => Promise.reject(new Error('no voice')) };
  for (const one of [open(), open({ speech: broken })]) {
    one.mouth.say('Hello.', 'assistant');
    await one.mouth.quiet();
    expect(one.heard).toEqual(['speech s1', 'speech.end s1']);
  }
});

test('writes what the runtime says, and nothing else, where nothing is spoken', async () => {
  const { mouth, heard } = open({ speech, mode: 'text' });
  mouth.say('Hello.', 'assistant');
  expect(await mouth.say('Goodbye.', 'runtime').played).toBe(true);
  expect(heard).toEqual(['notice']);
});
