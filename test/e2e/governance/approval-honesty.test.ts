/** What a person is shown is what will run: the arguments whose digest is signed, with nothing hidden, whatever they are. */
import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { canonical, jsonFault } from '../../../src/core/json-value.ts';
import { hold } from '../../properties/hold.ts';
import { openSample, type Sample } from '../../support/worlds/sample-runtime.ts';

let sample: Sample;
beforeAll(async () => {
  sample = await openSample();
});
afterAll(() => sample[Symbol.asyncDispose]());

const body = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.constantFrom(
    'pay\u202Eslatot',
    'a\u200Bb',
    `${' '.repeat(500)}and also`,
    'раураl',
    '\u0000',
    '[redacted]',
    '"}',
    '<b>',
  ),
);
const people = fc.array(fc.constantFrom('ann@example.com', 'bob@example.com', 'ann@exаmple.com'), {
  minLength: 1,
  maxLength: 3,
});

test('R5, R6: the arguments shown, the digest signed and the arguments run are the same', { timeout: 60_000 }, () =>
  hold(
    fc.record({ to: people, body }),
    async (args) => {
      const outcome = await sample.call('send', args);
      if (outcome.state !== 'pending') {
        expect(outcome).toMatchObject({ state: 'refused' });
        return;
      }
      expect(jsonFault(args)).toBeUndefined();
      const { runtime } = sample.deputize;
      const shown = await runtime.approvals.show(outcome.approval.id, sample.person);
      expect(shown.args).toEqual(args);
      const before = sample.world.effects.length;
      const { confirmToken } = await sample.approve(outcome.approval.id, { execute: false });
      const digest = createHash('sha256').update(canonical(shown.args)).digest('hex');
      expect(decodeJwt(confirmToken ?? '')['argsHash']).toBe(digest);
      // Nothing else runs by it, and what was shown does.
      const other = await sample.call('send', { ...args, body: `${args.body}.` }, { confirmToken });
      expect(other).toMatchObject({ error: { code: 'TOKEN_ARGUMENTS' } });
      expect((await sample.call('send', args, { confirmToken })).state).toMatch(/ok|reported/);
      expect(sample.world.effects.slice(before)).toEqual([`send ${args.to.join(',')}: ${args.body}`]);
    },
    60,
  ),
);
