import { expect, test } from 'vitest';

import { splitSections } from './sections.ts';

test('are the headings with the text below, under those above', () => {
  const text = 'before\n\n# Shop\n\nAbout us.\n\n## Hours\nMon\n\n### Holidays\nnone\n\n## Hours ##\nagain\n# Other\n';
  expect(splitSections(text).map(({ anchor, trail, text: below }) => [anchor, trail.join(' > '), below])).toEqual([
    ['', '', 'before'],
    ['shop', 'Shop', 'About us.'],
    ['hours', 'Shop > Hours', 'Mon'],
    ['holidays', 'Shop > Hours > Holidays', 'none'],
    ['hours-1', 'Shop > Hours', 'again'],
    ['other', 'Other', ''],
  ]);
});

test('take nothing in code for a heading, and a level that was left out for nothing', () => {
  const text = '# A\n```sh\n# not one\n~~~\n```\n~~~~\n# nor this\n~~~\n~~~~\n#hashtag\n### Deep\nx';
  expect(splitSections(text).map(({ heading, trail }) => [heading, trail])).toEqual([
    ['A', ['A']],
    ['Deep', ['A', 'Deep']],
  ]);
  expect(splitSections('')).toEqual([]);
});
