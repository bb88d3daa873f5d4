import { expect, it } from 'vitest';
import { forbiddenLicenses } from './licenses.ts';

it.each([
  ['one that is allowed', [{ license: { id: 'MIT' } }], []],
  ['one of two is enough', [{ expression: '(MIT OR GPL-3.0-only)' }], []],
  ['both are needed', [{ expression: '(MIT AND Zlib)' }], []],
  [
    'of both one is not allowed',
    [{ expression: '(MIT AND GPL-3.0-only)' }],
    [': (MIT AND GPL-3.0-only)'],
  ],
  ['one that is not allowed', [{ license: { id: 'AGPL-3.0-only' } }], [': AGPL-3.0-only']],
  ['words of its own', [{ license: { name: 'SEE LICENSE IN TERMS' } }], [': SEE LICENSE IN TERMS']],
  ['none', [], [': no license']],
  ['nothing said', undefined, [': no license']],
])('%s', (_what, licenses, told) => {
  const bill = { components: [{ name: 'thing', version: '1.0.0', ...(licenses && { licenses }) }] };
  expect(forbiddenLicenses(bill)).toEqual(told.map((why) => `thing 1.0.0${why}`));
});
