/** A place to type what is looked for. */
import type { ReactNode } from 'react';

interface Props {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly className?: string;
}

const LONGEST = 200;

export function SearchField({ label, value, onChange, className }: Props): ReactNode {
  return (
    <label className={className}>
      <span className="unseen">{label}</span>
      <input
        type="search"
        maxLength={LONGEST}
        placeholder={label}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </label>
  );
}
