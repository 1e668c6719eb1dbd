/** The theme: light or dark as in the system, unless the user has chosen one in this browser. */
import { useState } from 'react';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];
const KEY = 'deputize-theme';

function kept(): Theme {
  return THEMES.find((theme) => theme === localStorage.getItem(KEY)) ?? 'system';
}

export function showTheme(theme: Theme = kept()): void {
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
}

export function useTheme(): readonly [Theme, (theme: Theme) => void] {
  const [theme, setTheme] = useState(kept);
  return [
    theme,
    (next) => {
      localStorage.setItem(KEY, next);
      showTheme(next);
      setTheme(next);
    },
  ];
}
