import { expect, test } from 'vitest';
import { formatInitdbFailure } from './prepare-cluster.ts';

test.each([
  [
    'a missing DLL names what to install',
    { code: 3221225781, stderr: '' },
    'It needs the Microsoft Visual C++ Redistributable (x64): see https://aka.ms/vs/17/release/vc_redist.x64.exe.',
  ],
  [
    'the program’s own words',
    { code: 1, stderr: 'initdb: error: no space\n' },
    'initdb: error: no space',
  ],
  ['without any, the reason of the failure', { code: 'ENOENT', stderr: '' }, 'spawn initdb ENOENT'],
])('%s', (_, fields, expected) => {
  const failure = Object.assign(new Error('spawn initdb ENOENT'), fields);
  expect(formatInitdbFailure(failure)).toBe(expected);
});
