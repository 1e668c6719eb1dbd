/** Which arguments a standing permission looks at, and what they must be like. */
import type { ReactNode } from 'react';

import { messages } from '../../messages.ts';
import type { Args } from '../../primitives/schema-form/field-kind.ts';

type Pattern = Readonly<Record<string, string>>;

const MAX_GLOB = 500;

/** Begins with exactly what was asked, so that widening it is a choice. Long texts are left out of it. */
export function patternOf(args: Args): Pattern {
  const texts = Object.entries(args).filter(([, value]) => typeof value === 'string') as [string, string][];
  return Object.fromEntries(
    texts.map(([name, value]) => [
      `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`,
      value.length > MAX_GLOB || value.includes('\n') ? '' : value,
    ]),
  );
}

export function PatternFields({
  pattern,
  onChange,
}: {
  readonly pattern: Pattern;
  readonly onChange: (pattern: Pattern) => void;
}): ReactNode {
  return (
    <fieldset className="pattern">
      <legend>{messages.approval.pattern}</legend>
      <p className="hint">{messages.approval.patternHint}</p>
      {Object.entries(pattern).map(([pointer, glob]) => (
        <label key={pointer} className="field inline">
          <span className="mono">{pointer}</span>
          <input
            value={glob}
            spellCheck={false}
            onChange={({ target }) => onChange({ ...pattern, [pointer]: target.value })}
          />
        </label>
      ))}
    </fieldset>
  );
}
