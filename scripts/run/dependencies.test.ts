import { expect, it } from 'vitest';
import { hasDevelopment, installedMatches } from './dependencies.mjs';

const zod = { 'node_modules/zod': { version: '4.6.7', integrity: 'sha512-a' } };
const vitest = {
  'node_modules/vitest': { version: '4.1.0', integrity: 'sha512-d', dev: true },
};
const lock = {
  '': { name: 'called-it' },
  'node_modules/zod': { version: '4.6.7', integrity: 'sha512-a' },
  'node_modules/other-system': { version: '1.0.0', integrity: 'sha512-b', optional: true },
  ...vitest,
};
const text = (packages: object) => JSON.stringify({ packages });

it.each([
  ['all is there but a binary for another system', text({ ...zod, ...vitest }), true, true],
  ['packages for development are missing and wanted', text(zod), true, false],
  ['packages for development are missing and not wanted', text(zod), false, true],
  ['nothing is installed', undefined, false, false],
  ['a package is missing', text(vitest), false, false],
  [
    'a package is of another version',
    text({ 'node_modules/zod': { version: '4.6.6', integrity: 'sha512-c' }, ...vitest }),
    false,
    false,
  ],
])('%s', (_name, there, development, matches) => {
  expect(installedMatches(text(lock), there, { development })).toBe(matches);
});

it.each([
  ['knows packages for development', { ...zod, ...vitest }, true],
  ['finds none among those of the product', zod, false],
  // Such as the types that a package of the product would use.
  [
    'takes none for one that the product may use, too',
    { 'node_modules/@types/pg': { version: '8.0.0', devOptional: true } },
    false,
  ],
])('%s', (_name, there, has) => {
  expect(hasDevelopment(text(there))).toBe(has);
});

it('finds none where nothing is installed', () => {
  expect(hasDevelopment(undefined)).toBe(false);
});
