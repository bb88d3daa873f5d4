import { expect, it } from 'vitest';
import { findForbiddenLicenses } from './licenses.ts';

it.each([
  ['an allowed license', [{ license: { id: 'MIT' } }], []],
  ['a choice with one allowed license', [{ expression: '(MIT OR GPL-3.0-only)' }], []],
  ['two allowed licenses', [{ expression: '(MIT AND Zlib)' }], []],
  [
    'two licenses, one not allowed',
    [{ expression: '(MIT AND GPL-3.0-only)' }],
    [': (MIT AND GPL-3.0-only)'],
  ],
  ['a license that is not allowed', [{ license: { id: 'AGPL-3.0-only' } }], [': AGPL-3.0-only']],
  ['a custom license', [{ license: { name: 'SEE LICENSE IN TERMS' } }], [': SEE LICENSE IN TERMS']],
  ['an empty list', [], [': no license']],
  ['no statement', undefined, [': no license']],
])('%s', (_what, licenses, problems) => {
  const sbom = { components: [{ name: 'thing', version: '1.0.0', ...(licenses && { licenses }) }] };
  expect(findForbiddenLicenses(sbom)).toEqual(problems.map((reason) => `thing 1.0.0${reason}`));
});
