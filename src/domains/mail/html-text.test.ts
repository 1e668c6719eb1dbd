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
  ['', ''],
])('%j', (html, text) => {
  expect(htmlToText(html)).toBe(text);
});

test('neither depth nor size holds it up', () => {
  expect(htmlToText(`${'<div>'.repeat(100_000)}deep`)).toBe('deep');
  expect(htmlToText('<p>x</p>'.repeat(600_000)).length).toBeGreaterThan(100_000);
  expect(htmlToText(`${'<blockquote>'.repeat(5_000)}x`)).toMatch(/^(?:> ){20}x$/);
});
