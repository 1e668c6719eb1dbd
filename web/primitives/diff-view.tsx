/** A difference between two texts, in one column or side by side. */
import { useState, type ReactNode } from 'react';

import { messages } from '../messages.ts';
import { pairLines, type DiffLine } from './parse-diff.ts';
import { VisibleText } from './visible-text.tsx';

const SIGNS = { add: '+', remove: '−', same: ' ', place: ' ' } as const;
const KEY = 'deputize-diff';

interface Props {
  readonly path: string;
  readonly lines: readonly DiffLine[];
}

export function DiffView({ path, lines: all }: Props): ReactNode {
  // The path is already shown above.
  const named = new Set([`--- a/${path}`, `+++ b/${path}`]);
  const lines = all.filter(({ kind, text }) => kind !== 'place' || !named.has(text));
  const [isSplit, setSplit] = useState(() => localStorage.getItem(KEY) === 'split');
  const show = (split: boolean): void => {
    localStorage.setItem(KEY, split ? 'split' : 'unified');
    setSplit(split);
  };
  const count = (kind: DiffLine['kind']): number => lines.filter((line) => line.kind === kind).length;
  return (
    <figure className="diff">
      <figcaption className="diff-head">
        <span className="path">
          <VisibleText text={path} />
        </span>
        <span className="diff-count">
          <span className="added">
            +{count('add')} <span className="unseen">{messages.diff.added}</span>
          </span>{' '}
          <span className="removed">
            −{count('remove')} <span className="unseen">{messages.diff.removed}</span>
          </span>
        </span>
        <span className="segmented" role="group" aria-label={messages.diff.view}>
          <button type="button" aria-pressed={!isSplit} onClick={() => show(false)}>
            {messages.diff.unified}
          </button>
          <button type="button" aria-pressed={isSplit} onClick={() => show(true)}>
            {messages.diff.split}
          </button>
        </span>
      </figcaption>
      {/* What scrolls must be reachable by keys. */}
      <div className="diff-body" tabIndex={0} role="group" aria-label={path}>
        {isSplit ? <Split lines={lines} /> : <Unified lines={lines} />}
      </div>
    </figure>
  );
}

function Unified({ lines }: { readonly lines: readonly DiffLine[] }): ReactNode {
  return (
    <table className="diff-table unified">
      <tbody>
        {lines.map((line, at) => (
          <tr key={at} className={`diff-${line.kind}`}>
            <td className="diff-number">{line.before}</td>
            <td className="diff-number">{line.after}</td>
            <td className="diff-sign">{SIGNS[line.kind]}</td>
            <td className="diff-text">
              <VisibleText text={line.text} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Split({ lines }: { readonly lines: readonly DiffLine[] }): ReactNode {
  return (
    <table className="diff-table side-by-side">
      {/* Without these the first row decides, and it may span all columns. */}
      <colgroup>
        <col className="diff-number" />
        <col />
        <col className="diff-number" />
        <col />
      </colgroup>
      <tbody>
        {pairLines(lines).map(({ left, right }, at) =>
          left?.kind === 'place' ? (
            <tr key={at} className="diff-place">
              <td className="diff-text" colSpan={4}>
                <VisibleText text={left.text} />
              </td>
            </tr>
          ) : (
            <tr key={at}>
              <Half line={left} number={left?.before} />
              <Half line={right} number={right?.after} />
            </tr>
          ),
        )}
      </tbody>
    </table>
  );
}

interface HalfProps {
  readonly line: DiffLine | undefined;
  readonly number: number | null | undefined;
}

function Half({ line, number }: HalfProps): ReactNode {
  const kind = `diff-${line?.kind ?? 'none'}`;
  return (
    <>
      <td className={`diff-number ${kind}`}>{number}</td>
      <td className={`diff-text ${kind}`}>{line && <VisibleText text={line.text} />}</td>
    </>
  );
}
