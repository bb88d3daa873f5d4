import { expect, it } from 'vitest';
import { installedMatches } from './dependencies.mjs';

const lock = {
  '': { name: 'called-it' },
  'node_modules/zod': { version: '4.6.7', integrity: 'sha512-a' },
  'node_modules/other-system': { version: '1.0.0', integrity: 'sha512-b', optional: true },
};
const installed = { 'node_modules/zod': { version: '4.6.7', integrity: 'sha512-a' } };
const text = (packages: object) => JSON.stringify({ packages });

it.each([
  ['all is there but a binary for another system', text(lock), text(installed), true],
  ['nothing is installed', text(lock), undefined, false],
  ['a package is missing', text(lock), text({}), false],
  [
    'a package is of another version',
    text(lock),
    text({ 'node_modules/zod': { version: '4.6.6', integrity: 'sha512-c' } }),
    false,
  ],
])('%s', (_name, wanted, there, matches) => {
  expect(installedMatches(wanted, there)).toBe(matches);
});
