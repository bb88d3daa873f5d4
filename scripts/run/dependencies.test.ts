import { expect, it } from 'vitest';
import { hasDevelopmentPackages, isInstallationCurrent } from './dependencies.mjs';

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
  ['only a binary for another system is missing', text({ ...zod, ...vitest }), true, true],
  ['development packages are missing and needed', text(zod), true, false],
  ['development packages are missing and not needed', text(zod), false, true],
  ['nothing is installed', undefined, false, false],
  ['a package is missing', text(vitest), false, false],
  [
    'a package has another version',
    text({ 'node_modules/zod': { version: '4.6.6', integrity: 'sha512-c' }, ...vitest }),
    false,
    false,
  ],
])('%s', (_name, installed, development, matches) => {
  expect(isInstallationCurrent(text(lock), installed, { development })).toBe(matches);
});

it.each([
  ['finds development packages', { ...zod, ...vitest }, true],
  ["finds none among the product's packages", zod, false],
  // For example, types that a package of the product would use.
  [
    'ignores packages that the product may also use',
    { 'node_modules/@types/pg': { version: '8.0.0', devOptional: true } },
    false,
  ],
])('%s', (_name, installed, expected) => {
  expect(hasDevelopmentPackages(text(installed))).toBe(expected);
});

it('finds none without an installation', () => {
  expect(hasDevelopmentPackages(undefined)).toBe(false);
});
