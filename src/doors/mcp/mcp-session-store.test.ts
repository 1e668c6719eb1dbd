import { expect, it, vi } from 'vitest';

import type { Principal } from '../../core/index.ts';
import type { McpDispatcher } from './mcp-dispatcher.ts';
import { McpSession } from './mcp-session.ts';
import { McpSessionStore } from './mcp-session-store.ts';

const principal: Principal = {
  userId: 'anna',
  organizationId: 'home',
  departmentIds: [],
  role: 'user',
  kind: 'agent',
  via: 'token:1',
};
const owner = { principal, preset: 'test' };
const session = () => new McpSession({} as McpDispatcher);

it('lets go of the session that was used longest ago when there are too many', () => {
  const sessions = new McpSessionStore({ maxSessions: 2 });
  const first = sessions.begin(session(), owner);
  const second = sessions.begin(session(), owner);
  expect(sessions.find(first, owner)).toBeDefined();
  sessions.begin(session(), owner);
  expect(sessions.size).toBe(2);
  expect(sessions.find(second, owner)).toBeUndefined();
  expect(sessions.find(first, owner)).toBeDefined();
});

it('forgets a session that lay idle', () => {
  vi.useFakeTimers();
  const sessions = new McpSessionStore({ sessionTtlMs: 1_000 });
  const id = sessions.begin(session(), owner);
  vi.advanceTimersByTime(900);
  expect(sessions.find(id, owner)).toBeDefined();
  vi.advanceTimersByTime(1_100);
  expect(sessions.find(id, owner)).toBeUndefined();
  vi.useRealTimers();
});

it('knows a session only for the one who began it, in the preset it was begun in', () => {
  const sessions = new McpSessionStore({});
  const id = sessions.begin(session(), owner);
  for (const other of [{ userId: 'bert' }, { via: 'token:2' }, { kind: 'person' as const }, { organizationId: 'x' }])
    expect(sessions.find(id, { ...owner, principal: { ...principal, ...other } })).toBeUndefined();
  expect(sessions.find(id, { ...owner, preset: 'other' })).toBeUndefined();
  expect(sessions.end(id, { ...owner, preset: 'other' })).toBe(false);
  expect(sessions.find(id, owner)).toBeDefined();
});
