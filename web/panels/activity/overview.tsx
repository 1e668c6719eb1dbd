/** What happened, in sums over time. */
import '../../style/charts.css';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';

import type { ActivityMessage } from '../../../src/wire/messages.ts';
import { messages } from '../../messages.ts';
import { BarChart, type Bar } from '../../primitives/bar-chart.tsx';
import { Notice } from '../../primitives/notice.tsx';
import { sayMs } from '../../primitives/time.tsx';
import { ask } from '../../state/api.ts';
import { ToolTimes } from './tool-times.tsx';

const words = messages.overview;
const PERIODS = [24, 24 * 7, 24 * 30] as const;
const FRESH_MS = 15_000;

type Span = ActivityMessage['spans'][number];

export function Overview(): ReactNode {
  const [hours, setHours] = useState<number>(24);
  const { data, error } = useQuery({
    queryKey: ['activity', hours],
    placeholderData: keepPreviousData,
    refetchInterval: FRESH_MS,
    queryFn: ({ signal }) => ask<ActivityMessage>(`/api/activity?hours=${hours}`, { signal }),
  });
  return (
    <div className="item">
      <Link to="/activity" className="back">
        ← {messages.activity.title}
      </Link>
      <div className="overview-head">
        <h2>{words.title}</h2>
        <span className="segmented" role="group" aria-label={words.period}>
          {PERIODS.map((period) => (
            <button key={period} type="button" aria-pressed={hours === period} onClick={() => setHours(period)}>
              {words.periods[period]}
            </button>
          ))}
        </span>
      </div>
      {error && <Notice tone="bad">{error.message}</Notice>}
      {data?.isPartial && <Notice tone="quiet">{words.partial}</Notice>}
      {data && <Charts activity={data} />}
    </div>
  );
}

function Charts({ activity }: { readonly activity: ActivityMessage }): ReactNode {
  const bars = (pick: (span: Span) => readonly number[], empty: readonly number[]): Bar[] => {
    const known = new Map(activity.spans.map((span) => [Date.parse(span.at), span]));
    const from = Date.parse(activity.from);
    const count = Math.ceil((Date.parse(activity.to) - from) / activity.spanMs);
    return Array.from({ length: count }, (_, index) => {
      const at = from + index * activity.spanMs;
      const span = known.get(at);
      return { at: new Date(at).toISOString(), values: span ? pick(span) : empty };
    });
  };
  const sum = (counts: Readonly<Record<string, number>>, ...names: readonly string[]): number =>
    names.reduce((total, name) => total + (counts[name] ?? 0), 0);
  return (
    <>
      <BarChart
        title={words.calls}
        series={[
          { name: words.done, tone: 'good' },
          { name: words.waiting, tone: 'wait' },
          { name: words.failed, tone: 'bad' },
          { name: words.stopped, tone: 'quiet' },
        ]}
        bars={bars(
          ({ calls }) => [
            sum(calls, 'ok', 'undone'),
            sum(calls, 'awaiting_approval', 'proposed', 'running'),
            sum(calls, 'error', 'unknown'),
            sum(calls, 'blocked', 'denied', 'expired'),
          ],
          [0, 0, 0, 0],
        )}
      />
      <BarChart
        title={words.approvals}
        series={[
          { name: words.approved, tone: 'good' },
          { name: words.denied, tone: 'bad' },
          { name: words.expired, tone: 'quiet' },
          { name: words.waiting, tone: 'wait' },
        ]}
        bars={bars(
          ({ approvals }) => ['approved', 'denied', 'expired', 'waiting'].map((name) => sum(approvals, name)),
          [0, 0, 0, 0],
        )}
      />
      <BarChart
        title={words.latency}
        series={[{ name: words.average, tone: 'info' }]}
        say={sayMs}
        bars={bars(({ averageMs }) => [averageMs ?? 0], [0])}
        hasSums={false}
      >
        <ToolTimes tools={activity.tools} />
      </BarChart>
      <BarChart
        title={words.tokens}
        series={[
          { name: words.input, tone: 'info' },
          { name: words.output, tone: 'good' },
        ]}
        bars={bars(({ inputTokens, outputTokens }) => [inputTokens, outputTokens], [0, 0])}
      />
    </>
  );
}
