/** Strings of the project's own that try to leave a folder, and strings that programs often mishandle. */
const separators = ['/', '\\', '%2f', '%5c', '%252f', '%c0%af', '/./', '//', '\\/', '∕', '／'];
const steps = ['..', '%2e%2e', '%252e%252e', '..;', '.%00.', '．．', '...', '..\u200B', '.\u202E.'];
const targets = ['etc/passwd', 'outside/secret.txt', 'secret.txt', '.ssh/id_ed25519'];
const beginnings = ['', '/', 'sub/', 'away/', './', 'file://', 'C:\\', '\\\\host\\share\\', '/proc/self/root/', '~/'];

/** `{FILE}` is replaced by the test with the file that must not be reached. */
export const traversalStrings: readonly string[] = [
  ...steps.flatMap((step) =>
    separators.flatMap((separator) => [1, 2, 6].map((depth) => `${`${step}${separator}`.repeat(depth)}{FILE}`)),
  ),
  ...beginnings.flatMap((beginning) => targets.map((target) => `${beginning}../${target}`)),
  ...targets.map((target) => `/${target}`),
  ...['away/secret.txt', 'away', 'away/..', 'sub/../../outside/secret.txt', 'sub/../away/secret.txt'],
  ...['/dev/fd/0', '/proc/self/cwd/../outside/secret.txt', '/proc/self/environ', '', '.', '..', '/', '../root/x'],
  ...['../outside/secret.txt\0.png', '../outside/secret.txt\n', `${'a/'.repeat(900)}../x`, `${'../'.repeat(900)}x`],
];

export const oddStrings: readonly string[] = [
  ...['', ' ', '\t', '\0', '\u0007', '\u007F', '\u0085', '\u00A0', '\u200B', '\u200E', '\u202E', '\u2028', '\uFEFF'],
  ...['\uD800', '\uDFFF', '\uFFFE', '😀', '👩‍👩‍👧', '🇨🇭', 'e\u0301', '\u1E9B\u0323', 'ﬀ', 'Ⅷ', 'ß', 'İ', 'ı', 'Ǆ'],
  ...['undefined', 'null', 'NULL', 'None', 'true', 'NaN', 'Infinity', '-0', '1e309', '0x10', '1_000', '١٢٣', '00'],
  ...['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', '__defineGetter__', 'then', 'length'],
  ...["'", '"', '`', '\\', '--', ';', "' OR 1=1 --", '"; drop table calls; --', '%s%n', '%d', '{0}', '{{7*7}}'],
  ...['${7*7}', '#{7*7}', '<%= 7 %>', '<b>x</b>', '<script>alert(1)</script>', '<img src=x onerror=alert(1)>'],
  ...['$(id)', '`id`', '| id', '& id', '; id', '|| id', '\nid', 'a\r\nb', '-rf', '--help', '-', '@file', '~', '*'],
  ...[
    'CON',
    'NUL',
    'aux.txt',
    'a:b',
    'x.',
    'x ',
    '.',
    '..',
    '...',
    '....//',
    'a/',
    '/a',
    '.git',
    '.env',
    'desktop.ini',
  ],
  ...['(a+)+$', '[', '(?', 'a{99999}', '^(\\w+\\s?)*$', '\u0300'.repeat(300), 'x'.repeat(255), 'x'.repeat(256)],
  ...['مرحبا', 'שלום', 'สวัสดี', '東京都', '안녕하세요', 'Ελληνικά', 'Привет', 'नमस्ते', '᚛ᚄᚓᚐᚋ᚜', 'T̷o̷ ̷i̷n̷v̷o̷k̷e̷'],
];
