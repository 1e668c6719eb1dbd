/** Light, dark, or as the system says. */
import type { ReactNode } from 'react';

import { messages } from '../messages.ts';
import { THEMES, useTheme, type Theme } from '../state/theme.ts';

export function ThemeSwitch(): ReactNode {
  const [theme, setTheme] = useTheme();
  return (
    <label className="theme">
      <span className="unseen">{messages.theme.label}</span>
      <select value={theme} onChange={({ target }) => setTheme(target.value as Theme)}>
        {THEMES.map((one) => (
          <option key={one} value={one}>
            {messages.theme[one]}
          </option>
        ))}
      </select>
    </label>
  );
}
