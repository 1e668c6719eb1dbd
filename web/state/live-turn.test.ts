import { expect, test } from 'vitest';

import { next, REST } from './live-turn.ts';

test('a turn that ends leaves what came of its calls, and nothing of those without an end', () => {
  const heard = [
    { type: 'call', callId: 'looked' },
    { type: 'call', callId: 'asked' },
    { type: 'call', callId: 'lost' },
    { type: 'outcome', callId: 'looked', outcome: { state: 'ok' } },
    { type: 'outcome', callId: 'asked', outcome: { state: 'pending' } },
    { type: 'text', text: 'Done.' },
    { type: 'said', seq: 4, text: 'Done.' },
    { type: 'turn' },
  ] as const;
  expect(heard.reduce(next, REST)).toEqual({
    text: '',
    said: [{ seq: 4, text: 'Done.' }],
    calls: new Map([['looked', { state: 'ok' }]]),
    isAtWork: false,
  });
});
