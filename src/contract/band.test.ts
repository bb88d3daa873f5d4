import { expect, test } from 'vitest';
import { band } from './band.ts';

const { officialLinks } = band.shape;
const listIssues = (url: string) =>
  officialLinks.safeParse([{ label: 'The band', url }]).error?.issues.map(({ message }) => message);

test.each([
  'https://u:p@band.example/',
  'https://bank.example@evil.example/',
  'http://u@band.example',
  'https://:p@band.example',
  'HTTPS:\\\\u@band.example',
  'https:/u@band.example',
])('rejects a link with user info: %s', (url) => {
  expect(listIssues(url)).toContain('A link must not contain a username or password');
});

test.each([
  'https://band.example/@fans',
  'https://band.example?mail=a@b.example',
  'https://band.example/#@',
  'http://band.example:8080/a',
])('accepts the link %s', (url) => {
  expect(listIssues(url)).toBeUndefined();
});
