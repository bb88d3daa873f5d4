import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { pinDependencies } from './build-npm-package.ts';

test('pins every package that is not optional, and the embedded PostgreSQL of every system', async () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  const { dependencies, optionalDependencies } = await pinDependencies();
  const pinned = { ...dependencies, ...optionalDependencies };
  for (const [name, version] of Object.entries(pinned))
    expect([name, version]).toEqual([name, packages[`node_modules/${name}`].version]);
  // Packages that the pinned ones need.
  const needed = Object.keys(dependencies).flatMap((name) =>
    Object.keys(packages[`node_modules/${name}`].dependencies ?? {}),
  );
  expect(needed.length).toBeGreaterThan(0);
  expect(needed.filter((name) => !dependencies[name])).toEqual([]);
  expect(dependencies).not.toHaveProperty('fastify');
  expect(Object.keys(optionalDependencies)).toHaveLength(5);
});
