/** A button that decides: it ignores input while its guard is closed, and every repetition of a held key. */
import { useRef, type KeyboardEvent, type ReactNode, type Ref } from 'react';

import type { InputGuard } from '../state/input-guard.ts';

interface Props {
  readonly guard: InputGuard;
  readonly onDecide: () => void;
  readonly className: string;
  readonly isDisabled?: boolean;
  readonly shortcut?: string | undefined;
  readonly ref?: Ref<HTMLButtonElement>;
  readonly children: ReactNode;
}

export function GuardedButton(props: Props): ReactNode {
  const { guard, onDecide, className, isDisabled = false, shortcut, ref, children } = props;
  const isHeld = useRef(false);
  const noteHeld = (event: KeyboardEvent): void => {
    isHeld.current = event.repeat;
    if (event.repeat) event.preventDefault();
  };
  return (
    <button
      type="button"
      ref={ref}
      className={className}
      aria-keyshortcuts={shortcut}
      aria-disabled={!guard.isOpen || undefined}
      disabled={isDisabled}
      onKeyDown={noteHeld}
      // The space bar presses when it is released.
      onKeyUp={(event) => isHeld.current && event.preventDefault()}
      onClick={() => guard.accepts() && onDecide()}
    >
      {children}
    </button>
  );
}
