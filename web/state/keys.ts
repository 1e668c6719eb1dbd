/** Keyboard shortcuts of one key. They are off while the user types and while a dialog is open. */
import { useEffect } from 'react';

import { areSingleKeysOn } from './single-keys.ts';

export type Keys = Readonly<Record<string, () => void>>;

const TYPING = 'input:not([type=checkbox]), textarea, select, [contenteditable]';

export function useKeys(keys: Keys): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (!areSingleKeysOn()) return;
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.defaultPrevented) return;
      if (event.target instanceof Element && event.target.closest(TYPING)) return;
      if (document.querySelector('[role=dialog], [role=alertdialog]')) return;
      if (!Object.hasOwn(keys, event.key)) return;
      event.preventDefault();
      keys[event.key]?.();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [keys]);
}
