/** Computes the positions of a day's events. Overlapping events are side by side. */
export interface DayEvent {
  readonly title: string;
  readonly start: Date;
  readonly end: Date;
  readonly allDay: boolean;
  readonly tone?: 'plain' | 'new' | 'conflict' | 'old';
}

interface Placed {
  readonly event: DayEvent;
  /** Hours since the day began. */
  readonly start: number;
  readonly end: number;
  readonly lane: number;
  readonly lanes: number;
}

export interface LaidOut {
  readonly placed: readonly Placed[];
  readonly allDay: readonly DayEvent[];
  readonly from: number;
  readonly to: number;
}

const HOUR_MS = 3_600_000;

export function layOut(day: Date, events: readonly DayEvent[], [earliest, latest]: readonly [number, number]): LaidOut {
  const begins = new Date(day.getFullYear(), day.getMonth(), day.getDate());
  const ends = new Date(day.getFullYear(), day.getMonth(), day.getDate() + 1);
  const today = events.filter(({ start, end }) => start < ends && (end > begins || (start >= begins && end >= start)));
  const timed = today
    .filter(({ allDay }) => !allDay)
    .map((event) => ({
      event,
      start: Math.max(0, (event.start.getTime() - begins.getTime()) / HOUR_MS),
      end: Math.min(24, (event.end.getTime() - begins.getTime()) / HOUR_MS),
    }))
    .sort((left, right) => left.start - right.start || right.end - left.end);
  const placed: Placed[] = [];
  let group: Omit<Placed, 'lanes'>[] = [];
  let groupEnd = -1;
  const close = (): void => {
    const lanes = Math.max(0, ...group.map(({ lane }) => lane)) + 1;
    placed.push(...group.map((one) => ({ ...one, lanes })));
    group = [];
  };
  for (const one of timed) {
    if (one.start >= groupEnd) close();
    const taken = new Set(group.filter(({ end }) => end > one.start).map(({ lane }) => lane));
    let lane = 0;
    while (taken.has(lane)) lane += 1;
    group.push({ ...one, lane });
    groupEnd = Math.max(groupEnd, one.end);
  }
  close();
  return {
    placed,
    allDay: today.filter(({ allDay }) => allDay),
    from: Math.floor(Math.min(earliest, ...placed.map(({ start }) => start))),
    to: Math.ceil(Math.max(latest, ...placed.map(({ end }) => end))),
  };
}

/** A day without a time is meant as it is on the wall here. */
export const saidTime = (text: string): Date => new Date(/^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00:00` : text);
