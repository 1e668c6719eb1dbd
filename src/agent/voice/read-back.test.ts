import { describe, expect, test } from 'vitest';

import type { ApprovalView } from '../../core/index.ts';
import { readBack } from './read-back.ts';

const args = {
  title: 'Lunch',
  attendees: ['ada@example.com', 'bob@example.com'],
  start_time: '2026-11-16T12:00:00Z',
  cost: 12,
};
const preview = {
  title: 'Create an event: Puts it into the calendar.',
  parts: [{ kind: 'text', label: 'Arguments', text: JSON.stringify(args, null, 2) }],
} as const;

function approval(changes: Partial<ApprovalView> = {}): ApprovalView {
  return {
    ...{
      id: 'a',
      callId: 'c',
      conversationId: null,
      workspace: null,
      resources: [],
      traceId: 't',
      state: 'awaiting_approval',
      tool: 'calendar_create_event',
      version: '1.0.0',
    },
    ...{ preset: 'voice', risk: 'medium', reason: '', rule: '', requestedBy: '', userId: 'owner', approvedArgs: null },
    ...{
      args,
      preview,
      provenance: [],
      scope: [],
      createdAt: '',
      expiresAt: '',
      decision: null,
      decidedBy: null,
      decidedByName: null,
      decidedVia: null,
    },
    ...{ decidedAt: null, note: null, url: '' },
    ...changes,
  };
}

test('says the tool and every argument', () => {
  const { text, byVoice } = readBack(approval(), 'en', true);
  expect(byVoice).toBe(true);
  expect(text).toBe(
    'I need your approval: calendar create event. Create an event: Puts it into the calendar. title: Lunch; ' +
      'attendees: ada@example.com, bob@example.com; start time: 2026-11-16T12:00:00Z; cost: 12. ' +
      'Say yes to approve it, or no to refuse it.',
  );
});

test('says what it reaches, where the arguments do not', () => {
  const { text } = readBack(approval({ scope: ['ada@example.com', 'mail.example.com'] }), 'en', true);
  expect(text).toContain('It reaches: mail.example.com.');
});

test('says lists and texts of the preview', () => {
  const parts = [
    { kind: 'list', label: 'Recipients', items: ['ada@example.com'] },
    { kind: 'text', label: 'Amount', text: '12 euros' },
  ] as const;
  const { text } = readBack(approval({ preview: { title: 'Pay', parts } }), 'de', true);
  expect(text).toContain('Pay. Recipients: ada@example.com. Amount: 12 euros.');
});

describe('leaves to the screen', () => {
  test.each([
    ['high risk', { risk: 'high' }],
    ['a risk that it does not know', { risk: 'extreme' }],
    ['a difference', { preview: { title: 'Edit', parts: [{ kind: 'diff', path: 'a', diff: '-b' }] } }],
    ['what is too long', { scope: ['x'.repeat(500)] }],
    ['hidden characters', { scope: ['a\u200Bb'] }],
    ['text that runs backwards', { scope: ['a\u202Eb'] }],
    ['letters that only look like ours', { scope: ['аda@example.com'] }],
    ['wide letters', { scope: ['ａda@example.com'] }],
  ] as [string, Partial<ApprovalView>][])('%s', (_, changes) => {
    expect(readBack(approval(changes), 'en', true).byVoice).toBe(false);
  });

  test('everything, where no approver is listening', () => {
    const { text, byVoice } = readBack(approval(), 'en', false);
    expect(byVoice).toBe(false);
    expect(text).not.toContain('Say yes');
  });
});
