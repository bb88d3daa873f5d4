import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const { dependencies, devDependencies, optionalDependencies, overrides } = JSON.parse(
  readFileSync('package.json', 'utf8'),
) as Record<string, Record<string, string>>;
const lines = readFileSync('docs/dependencies.md', 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('|'));
const packages = { ...dependencies, ...devDependencies, ...optionalDependencies };

test('docs/dependencies.md lists exactly the dependencies', () => {
  const documented = lines.flatMap((line) => [
    ...(line.split('|')[1] ?? '').matchAll(/`([^`]+)`/g),
  ]);
  const names = new Set(documented.map(([, name]) => name));
  expect([...names].sort()).toEqual(
    [...new Set([...Object.keys(packages), ...Object.keys(overrides ?? {})])].sort(),
  );
});

test('a built server installs the tested versions', () => {
  const runtime = JSON.parse(readFileSync('deploy/runtime/package.json', 'utf8'));
  expect(dependencies).toMatchObject(runtime.dependencies);
  expect(optionalDependencies).toEqual(runtime.optionalDependencies);
});

test('pinned versions have a reason', () => {
  const pinned = Object.entries(packages).filter(([, range]) => !range.startsWith('^'));
  const unexplained = pinned.filter(([name]) => {
    const line = lines.find((row) => row.includes(`\`${name}\``)) ?? '';
    return !/Exactly|`~|need|as above/.test(line);
  });
  expect(unexplained).toEqual([]);
});
