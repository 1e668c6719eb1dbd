import { expect, test } from 'vitest';

import { htmlToText } from './html-text.ts';

test.each([
  ['<p>One</p><p>Two<br>three</p>', 'One\n\nTwo\nthree'],
  ['<div>a<div>b</div>c</div>', 'a\nb\nc'],
  ['  many \n\n spaces &amp; &eacute;&nbsp;entities  ', 'many spaces & é entities'],
  ['<ul><li>one</li><li>two</li></ul>', '- one\n- two'],
  ['<table><tr><td>a</td><td>b</td></tr><tr><td>c</td><td>d</td></tr></table>', 'a b\nc d'],
  ['See <a href="https://example.com/x">this</a>.', 'See this (https://example.com/x).'],
  ['<a href="https://example.com/">example.com</a>', 'example.com'],
  ['<a href="javascript:alert(1)">go</a> <a href="mailto:a@example.com">a@example.com</a>', 'go a@example.com'],
  ['<pre>a  b\n  c</pre>', 'a  b\n  c'],
  ['<blockquote><p>said</p></blockquote>answer', '> said\n\nanswer'],
  ['<img src="https://evil.example/p.gif"><img alt="Logo" src="x">', '[Logo]'],
  ['a<script>alert("x")</script><style>p{}</style><!-- no -->b', 'ab'],
  ['seen<span style="display:none">hidden</span><div hidden>hidden</div><p style="font-size:0px">hidden</p>', 'seen'],
  ['<span style="font-size:0.9em">small</span>', 'small'],
  ['<b>un<i>closed', 'unclosed'],
  ['</p></div>stray', 'stray'],
  ['a < b and <3', 'a < b and <3'],
  ['<html><head><title>no</title><body>Hello</body></html>', 'Hello'],
  ['<html><head><meta charset="utf-8"><p>Hello', 'Hello'],
  ['<head><style>p{}</style>Hello', 'Hello'],
  ['<html><head><title>never closed', ''],
  ['<table>moved<tr><td>cell</table>', 'moved\n\ncell'],
  ['<p hidden>no<div>yes</div>', 'yes'],
  ['<div style="display:none"><table><tr><td>no</div>no', ''],
  ['<noscript>no</noscript><svg><text>no</text></svg><select><option>one</select>', 'one'],
  ['', ''],
])('%j', (html, text) => {
  expect(htmlToText(html)).toBe(text);
});

/** CPU time, because a busy machine makes wall time long. */
function cpuMs(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

const repeated = (piece: string) => (length: number) => piece.repeat(length / piece.length);
const counted = (piece: (at: number) => string) => (length: number) =>
  Array.from({ length: length / 12 }, (_, at) => piece(at)).join('');
test.each<[string, (length: number) => string]>([
  ...[
    '<div>',
    '<p>x</p>',
    '<b>',
    '<table><tr><td>',
    '<table>x',
    '<a href=x>y',
    '<',
    '<!--',
    '<b></i>',
    '<nobr>',
    '<font><p>',
  ].map((piece): [string, (length: number) => string] => [piece, repeated(piece)]),
  ['<b a=…>', counted((at) => `<b a=${at}>`)],
  ['<p><b a=…>', counted((at) => `<p><b a=${at}>x`)],
  ['attributes', (length) => `<a ${counted((at) => `b${at} `)(length)}>x`],
  ['quoted attributes', (length) => `<a ${counted((at) => `b${at}=">" `)(length)}>x`],
])(
  '%s takes linear time and at most 3 s for 4 million characters',
  (_, create) => {
    htmlToText(create(100_000));
    expect(cpuMs(() => htmlToText(create(900_000)))).toBeLessThan(3_000);
    expect(cpuMs(() => htmlToText(create(3_900_000)))).toBeLessThan(3_000);
  },
  60_000,
);

test('hidden text stays hidden in HTML that is too deep or too long for a tree', () => {
  for (const much of ['<div>'.repeat(2_000), '<p>x</p>'.repeat(200_000)]) {
    const text = htmlToText(`<head><title>no</title>${much}<i style="display:none">secret</i>seen`);
    expect(text).toContain('seen');
    expect(text).not.toMatch(/secret|no/);
  }
});

test('neither depth nor size holds it up', () => {
  expect(htmlToText(`${'<div>'.repeat(100_000)}deep`)).toBe('deep');
  expect(htmlToText('<p>x</p>'.repeat(600_000)).length).toBeGreaterThan(100_000);
  expect(htmlToText(`${'<blockquote>'.repeat(5_000)}x`)).toMatch(/^(?:> ){20}x$/);
});
