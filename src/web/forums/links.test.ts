import { expect, test } from 'vitest';
import { splitAtLinks } from './links.ts';

const listHrefs = (text: string) => splitAtLinks(text).flatMap(({ href }) => href ?? []);

test.each([
  ['http://a.example', ['http://a.example/']],
  ['HTTPS://A.example/Path?q=1#x', ['https://a.example/Path?q=1#x']],
  [
    'see https://a.example/b, and https://c.example.',
    ['https://a.example/b', 'https://c.example/'],
  ],
  ['(https://a.example/b)', ['https://a.example/b']],
  ['https://a.example/Live_(album).', ['https://a.example/Live_(album)']],
  ['https://a.example/(x))).', ['https://a.example/(x)']],
  ['[https://a.example]', ['https://a.example/']],
  ['https://a.example/"onmouseover="alert(1)', ['https://a.example/']],
  ['https://a.example/<script>', ['https://a.example/']],
  ['https://пример.example/путь', ['https://xn--e1afmkfd.example/%D0%BF%D1%83%D1%82%D1%8C']],
  ['line\nhttps://a.example\nline', ['https://a.example/']],
])('links %j to %j', (text, expected) => {
  expect(listHrefs(text)).toEqual(expected);
});

test.each([
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x file:///etc/passwd ftp://a.example mailto:a@a.example',
  'https://called-it.example@evil.example/',
  'https://user:word@evil.example/',
  'https:// https://. http://[',
  'xhttps://a.example',
  'www.a.example //a.example',
  '<img src=x onerror=alert(1)>',
  '',
])('finds no link in %j', (text) => {
  expect(listHrefs(text)).toEqual([]);
});

test('preserves the text exactly', () => {
  for (const text of [
    'https://a.example',
    'a https://a.example b https://a.example/(c)) d\n\nhttps://x@y.example e',
    '‮https://a.example/‮cod.exe',
    `${'https://'.repeat(500)}${'('.repeat(5_000)}${')'.repeat(5_000)}`,
  ])
    expect(
      splitAtLinks(text)
        .map((piece) => piece.text)
        .join(''),
    ).toBe(text);
});

test('shows a link as typed and ends it at an invisible character', () => {
  expect(splitAtLinks('to https://A.example/ok\u202Ecod!')).toEqual([
    { text: 'to ' },
    { text: 'https://A.example/ok', href: 'https://a.example/ok' },
    { text: '\u202Ecod!' },
  ]);
});
