import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const { dependencies, devDependencies, optionalDependencies, overrides } = JSON.parse(
  readFileSync('package.json', 'utf8'),
) as Record<string, Record<string, string>>;
const lines = readFileSync('docs/dependencies.md', 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('|'));
const packages = { ...dependencies, ...devDependencies, ...optionalDependencies };

test('each dependency has its line, and no other has one', () => {
  const told = lines.flatMap((line) => [...(line.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)]);
  const names = new Set(told.map(([, name]) => name));
  expect([...names].sort()).toEqual(
    [...new Set([...Object.keys(packages), ...Object.keys(overrides ?? {})])].sort(),
  );
});

test('a built server gets the versions that its sources were tested with', () => {
  const runtime = JSON.parse(readFileSync('deploy/runtime/package.json', 'utf8'));
  expect(dependencies).toMatchObject(runtime.dependencies);
  expect(optionalDependencies).toEqual(runtime.optionalDependencies);
});

test('what is held back says why', () => {
  const held = Object.entries(packages).filter(([, range]) => !range.startsWith('^'));
  const unexplained = held.filter(([name]) => {
    const line = lines.find((one) => one.includes(`\`${name}\``)) ?? '';
    return !/Exactly|`~|need|as above/.test(line);
  });
  expect(unexplained).toEqual([]);
});
