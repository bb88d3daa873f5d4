import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';

const { packages } = z
  .object({
    packages: z.record(
      z.string(),
      z.object({
        name: z.string().optional(),
        optionalDependencies: z.record(z.string(), z.string()).optional(),
        os: z.array(z.string()).optional(),
        cpu: z.array(z.string()).optional(),
      }),
    ),
  })
  .parse(JSON.parse(readFileSync('package-lock.json', 'utf8')));

const systems = ['linux', 'darwin', 'win32'].flatMap((os) =>
  ['x64', 'arm64'].map((cpu) => ({ os, cpu })),
);

test('every optional package is locked, as npm ci requires', () => {
  const missingPackages = Object.entries(packages).flatMap(
    ([path, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies)
        .filter((name) => !packages[`${path}/node_modules/${name}`])
        .filter((name) => !packages[`node_modules/${name}`])
        .map((name) => `${path} wants ${name}`),
  );
  expect(missingPackages).toEqual([]);
});

/** Abandoned by their authors. Comments name the replacement, if there is one. */
const ABANDONED = [
  '@esbuild-kit/cjs-loader', // tsx
  '@esbuild-kit/core-utils',
  '@esbuild-kit/esm-loader',
  '@humanwhocodes/config-array', // @eslint/config-array
  '@humanwhocodes/object-schema',
  '@npmcli/move-file', // @npmcli/fs
  'abab', // the platform
  'are-we-there-yet',
  'domexception',
  'gauge',
  'har-validator',
  'inflight', // lru-cache
  'lodash.get', // the language
  'lodash.isequal',
  'node-domexception',
  'npmlog',
  'osenv',
  'q',
  'querystring',
  'request', // fetch
  'sourcemap-codec', // @jridgewell/sourcemap-codec
  'stable',
  'w3c-hr-time',
];

test('no abandoned package is locked', () => {
  const names = Object.entries(packages).map(
    ([path, { name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length) }]) =>
      name,
  );
  expect(names).toContain('tsx');
  expect(names.filter((name) => ABANDONED.includes(name))).toEqual([]);
});

test.each(systems)('every binary for $os $cpu is locked', (system) => {
  const families = Object.entries(packages)
    .map(([path, { optionalDependencies = {} }]) => ({
      path,
      binaries: Object.keys(optionalDependencies).flatMap((name) => findPackage(path, name) ?? []),
    }))
    .filter(({ binaries }) => binaries.some(({ os, cpu }) => os && cpu))
    // There is no embedded PostgreSQL for Windows on arm64. The server says so at startup.
    .filter(
      ({ path }) =>
        !['', 'deploy/runtime'].includes(path) || `${system.os} ${system.cpu}` !== 'win32 arm64',
    );
  const missingFamilies = families.filter(
    ({ binaries }) =>
      !binaries.some(({ os, cpu }) => os?.includes(system.os) && cpu?.includes(system.cpu)),
  );
  expect(families.length).toBeGreaterThan(3);
  expect(missingFamilies.map(({ path }) => path)).toEqual([]);
});

function findPackage(path: string, name: string) {
  return packages[`${path}/node_modules/${name}`] ?? packages[`node_modules/${name}`];
}
