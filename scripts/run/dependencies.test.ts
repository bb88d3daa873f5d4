import { expect, it } from 'vitest';
import { hasDevelopment, installedMatches } from './dependencies.mjs';

const zod = { 'node_modules/zod': { version: '4.6.7', integrity: 'sha512-a' } };
const vitest = { 'node_modules/vitest': { version: '4.1.0', integrity: 'sha512-d' } };
const lock = {
  '': { name: 'called-it' },
  'node_modules/zod': { version: '4.6.7', integrity: 'sha512-a' },
  'node_modules/other-system': { version: '1.0.0', integrity: 'sha512-b', optional: true },
  'node_modules/vitest': { version: '4.1.0', integrity: 'sha512-d', dev: true },
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
  ['knows packages for development by their name', text({ ...zod, ...vitest }), true],
  [
    'knows them in another version',
    text({ 'node_modules/vitest': { version: '4.0.0', integrity: 'sha512-e' } }),
    true,
  ],
  ['finds none among those of the product', text(zod), false],
  ['finds none where nothing is installed', undefined, false],
])('%s', (_name, there, has) => {
  expect(hasDevelopment(text(lock), there)).toBe(has);
});
