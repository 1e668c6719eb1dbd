/** Bars over time, one on top of the other, with the same numbers as a table behind them. */
import type { ReactNode } from 'react';

import { messages } from '../messages.ts';
import { sayTime } from './time.tsx';

interface Series {
  readonly name: string;
  readonly tone: 'good' | 'bad' | 'wait' | 'info' | 'quiet';
}

export interface Bar {
  readonly at: string;
  /** One for each series. */
  readonly values: readonly number[];
}

interface Props {
  readonly title: string;
  readonly series: readonly Series[];
  readonly bars: readonly Bar[];
  readonly say?: (value: number) => string;
  /** Whether it means something to add the bars up. */
  readonly hasSums?: boolean;
  /** What else there is to say of it. */
  readonly children?: ReactNode;
}

const HEIGHT = 96;
const STEP = 10;
const plain = (value: number): string => value.toLocaleString('en');

export function BarChart({ title, series, bars, say = plain, hasSums = true, children }: Props): ReactNode {
  const totals = bars.map(({ values }) => values.reduce((sum, value) => sum + value, 0));
  const most = Math.max(0, ...totals);
  const sums = series.map((_, at) => bars.reduce((sum, { values }) => sum + (values[at] ?? 0), 0));
  return (
    <figure className="chart">
      <figcaption className="chart-head">
        <h3>{title}</h3>
        <ul className="chart-key">
          {series.map(({ name, tone }, at) => (
            <li key={name} className={`key-${tone}`}>
              {name} {hasSums && <span className="soft">{say(sums[at] ?? 0)}</span>}
            </li>
          ))}
        </ul>
      </figcaption>
      <svg
        viewBox={`0 0 ${bars.length * STEP} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={messages.chart.label(title, say(most))}
      >
        {bars.map(({ at, values }, index) => (
          <Stack key={at} x={index * STEP} values={values} most={most} series={series} />
        ))}
      </svg>
      <p className="chart-axis soft">
        <span>{bars[0] && sayTime(bars[0].at)}</span>
        <span>{messages.chart.most(say(most))}</span>
        <span>{messages.chart.now}</span>
      </p>
      {children}
      <details>
        <summary>{messages.chart.table}</summary>
        <Table series={series} bars={bars.filter((_, at) => (totals[at] ?? 0) > 0)} say={say} />
      </details>
    </figure>
  );
}

interface StackProps {
  readonly x: number;
  readonly values: readonly number[];
  readonly most: number;
  readonly series: readonly Series[];
}

function Stack({ x, values, most, series }: StackProps): ReactNode {
  let top = HEIGHT;
  return values.map((value, at) => {
    if (value === 0) return null;
    const height = Math.max(1.5, (value / most) * (HEIGHT - 4));
    top -= height;
    return (
      <rect key={at} className={`bar-${series[at]?.tone}`} x={x + 1} y={top} width={STEP - 2} height={height} rx={1} />
    );
  });
}

function Table({ series, bars, say }: Pick<Props, 'series' | 'bars'> & Required<Pick<Props, 'say'>>): ReactNode {
  return (
    <div className="table-box">
      <table className="table">
        <thead>
          <tr>
            <th scope="col">{messages.chart.from}</th>
            {series.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {bars.map(({ at, values }) => (
            <tr key={at}>
              <th scope="row">{sayTime(at)}</th>
              {values.map((value, index) => (
                <td key={index}>{say(value)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
