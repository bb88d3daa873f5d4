import { expect, test } from 'vitest';
import { band } from './band.ts';

const { officialLinks } = band.shape;
const refusalOf = (url: string) =>
  officialLinks.safeParse([{ label: 'The band', url }]).error?.issues.map(({ message }) => message);

test.each([
  'https://u:p@band.example/',
  'https://bank.example@evil.example/',
  'http://u@band.example',
  'https://:p@band.example',
  'HTTPS:\\\\u@band.example',
  'https:/u@band.example',
])('%s holds a user name, and is no link of a band', (url) => {
  expect(refusalOf(url)).toContain('A link must not hold a user name or a password');
});

test.each([
  'https://band.example/@fans',
  'https://band.example?mail=a@b.example',
  'https://band.example/#@',
  'http://band.example:8080/a',
])('%s is a link of a band', (url) => {
  expect(refusalOf(url)).toBeUndefined();
});
