import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { findPrograms } from './programs.ts';

test('the installed PostgreSQL runs on this system', () => {
  const { initdb, postgres } = findPrograms();
  for (const program of [initdb, postgres])
    expect(execFileSync(program, ['--version'], { encoding: 'utf8' })).toContain('18.');
});

test.each([
  { platform: 'freebsd', arch: 'x64', isMusl: false, name: 'freebsd x64' },
  { platform: 'linux', arch: 'x64', isMusl: true, name: 'linux x64, musl' },
  { platform: 'win32', arch: 'arm64', isMusl: false, name: 'win32 arm64' },
])('throws an error with instructions on $name', ({ name, ...system }) => {
  expect(() => findPrograms(system)).toThrow(`(${name}). Install PostgreSQL 15 or newer and set`);
});
