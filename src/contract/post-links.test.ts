import { expect, it } from 'vitest';
import { hasLink } from './post-links.ts';

it.each([
  'http://example.com',
  'see https://bücher.example/x',
  'HTTPS://EXAMPLE.COM',
  'xhttp://example.com',
  'www.example.com',
  '(www.9x)',
  'example.com',
  'Cheap tickets at Example.Co!',
  'mail me@example.org',
  'bit.ly/abc',
  't.me/cheap',
  'youtu.be/abc',
  'example.dance:8080/x',
  'ｗｗｗ．example．ｃｏｍ',
  'exam\u200bple.c\u200bom',
  'ht\u00adtps://x',
])('finds the link in %j', (text) => {
  expect(hasLink(text)).toBe(true);
});

it.each([
  'What a show.it was great',
  'Great night...see you there',
  'Doors at 7.30 p.m., opener at 8.15',
  'e.g. Ember or Gale, i.e. the encores',
  'Set 1/2 and/or the encore',
  'St.Louis to Mr.Nobody',
  'wwww. nothing',
  'http is a protocol',
  'the company.complete nonsense',
])('finds no link in %j', (text) => {
  expect(hasLink(text)).toBe(false);
});
