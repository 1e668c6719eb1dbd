/** Times as a person says them, and a countdown. */
import type { ReactNode } from 'react';

import { messages } from '../messages.ts';
import { useNow } from '../state/clock.ts';

const DAY_MS = 86_400_000;
const exact = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' });
const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });

export function sayTime(iso: string, how = clock): string {
  const at = new Date(iso);
  const isToday = at.toDateString() === new Date().toDateString();
  return isToday ? how.format(at) : `${day.format(at)}, ${how.format(at)}`;
}

/** The hour and the minute. */
export const sayClock = (at: Date): string => clock.format(at);

interface TimeProps {
  readonly at: string;
  /** To the second, where what happens follows one upon the other. */
  readonly isExact?: boolean;
}

export function Time({ at, isExact = false }: TimeProps): ReactNode {
  return (
    <time dateTime={at} title={new Date(at).toString()}>
      {sayTime(at, isExact ? exact : clock)}
    </time>
  );
}

function sayLeft(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000));
  const [hours, minutes, rest] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60];
  if (ms > DAY_MS) return `${Math.floor(hours / 24)} d ${hours % 24} h`;
  if (hours > 0) return `${hours} h ${minutes} min`;
  return `${minutes}:${String(rest).padStart(2, '0')}`;
}

export const sayMs = (ms: number): string => (ms < 1_000 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(1)} s`);

export const sayTook = (from: string, to: string): string => sayMs(Date.parse(to) - Date.parse(from));

const SOON_MS = 60_000;

export function Countdown({ until }: { readonly until: string }): ReactNode {
  const left = Date.parse(until) - useNow();
  return (
    <span className={left < SOON_MS ? 'countdown soon' : 'countdown'} role="timer" aria-live="off">
      {left <= 0 ? messages.approval.over : messages.approval.left(sayLeft(left))}
    </span>
  );
}
