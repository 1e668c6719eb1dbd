/** How long tools take, against what they are meant to take. */
import type { ReactNode } from 'react';

import type { ActivityMessage } from '../../../src/wire/messages.ts';
import { messages } from '../../messages.ts';
import { sayMs } from '../../primitives/time.tsx';
import { VisibleText } from '../../primitives/visible-text.tsx';

const words = messages.overview;

export function ToolTimes({ tools }: { readonly tools: ActivityMessage['tools'] }): ReactNode {
  if (tools.length === 0) return <p className="soft">{words.noTools}</p>;
  return (
    <div className="table-box">
      <table className="table">
        <thead>
          <tr>
            {[words.tool, words.count, words.average, words.slowest, words.budget, words.over].map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {tools.map(({ preset, tool, calls, averageMs, slowestMs, budgetMs, slow }) => (
            <tr key={`${preset}/${tool}`}>
              <th scope="row" className="mono">
                <VisibleText text={tool} />
              </th>
              <td>{calls.toLocaleString('en')}</td>
              <td>
                {sayMs(averageMs)}
                {budgetMs !== null && (
                  <meter aria-hidden="true" min={0} max={budgetMs} high={budgetMs * 0.8} value={averageMs} />
                )}
              </td>
              <td>{sayMs(slowestMs)}</td>
              <td>{budgetMs === null ? '–' : sayMs(budgetMs)}</td>
              <td className={slow > 0 ? 'over' : undefined}>{slow.toLocaleString('en')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
