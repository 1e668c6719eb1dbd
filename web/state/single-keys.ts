/** Whether single keys are commands in this browser. They are, unless a person has switched them off. */
import { useSyncExternalStore } from 'react';

const KEY = 'deputize-single-keys';
const listeners = new Set<() => void>();

export const areSingleKeysOn = (): boolean => localStorage.getItem(KEY) !== 'off';

export function setSingleKeys(isOn: boolean): void {
  if (isOn) localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, 'off');
  for (const listener of listeners) listener();
}

export const useSingleKeys = (): boolean =>
  useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, areSingleKeysOn);
