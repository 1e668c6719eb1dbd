import { expect, test } from 'vitest';

import { escapeMarkup } from './escape-markup.ts';

test('escapes what would begin a tag or an entity', () => {
  expect(escapeMarkup('<b>&lt;"</b>')).toBe('&lt;b&gt;&amp;lt;"&lt;/b&gt;');
});
