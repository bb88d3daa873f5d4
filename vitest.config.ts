import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { createIconsPlugin } from './scripts/build/icons.mjs';
import { TIMEOUT_MS } from './tests/support/full-size.ts';

/**
 * Excludes tests of hashing and reading in separate threads and processes, which the others
 * replace.
 */
const serverTests = 'src/server/**/!(hash-worker|open-in-child-process).test.ts';
/** These start their own embedded PostgreSQL, so they don't test the developer's server. */
const onlyEmbedded = process.env.TEST_DATABASE_URL ? ['src/server/db/embedded/**'] : [];

const hydrationTest = 'src/web/app/prerender.test.tsx';
const onHappyDom = {
  environment: 'happy-dom',
  environmentOptions: {
    happyDOM: { settings: { device: { prefersReducedMotion: 'reduce' } } },
  },
} as const;

const setupFiles = ['tests/support/fail-on-noise.ts', 'tests/support/fixed-seed.ts'];
/** Allows several waits of up to `TIMEOUT_MS`. */
const onProduct = {
  setupFiles: [...setupFiles, 'tests/support/log-on-failure.ts'],
  testTimeout: 4 * TIMEOUT_MS,
  hookTimeout: 4 * TIMEOUT_MS,
  expect: { poll: { timeout: TIMEOUT_MS } },
};

export default defineConfig({
  plugins: [createIconsPlugin()],
  // The root tsconfig.json only references the others, so set JSX here.
  oxc: { jsx: { runtime: 'automatic' } },
  test: {
    maxWorkers: 2,
    // Only a hanging test reaches these, even on a busy machine.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000, interval: 20 } },
    projects: [
      project('unit', {
        include: ['src/**/*.test.ts', 'scripts/**/*.test.ts', 'tests/{house,support}/**/*.test.ts'],
        exclude: [serverTests],
        isolate: false,
      }),
      // Pages on happy-dom. They take long on a busy machine.
      project('unit-pages', {
        ...onHappyDom,
        include: ['src/**/*.test.tsx'],
        exclude: [hydrationTest],
        isolate: false,
      }),
      // Isolated, because React reports contexts that the server's renderer has used.
      project('unit-hydration', { ...onHappyDom, include: [hydrationTest] }),
      // On the system's PostgreSQL, otherwise the embedded one (tests/support/test-server.ts). Not
      // isolated, because loading the server for every file would take half the time.
      project('server', {
        globalSetup: 'tests/support/template-database.ts',
        include: [serverTests, 'tests/{openapi,simulation}/*.test.ts'],
        exclude: onlyEmbedded,
        setupFiles: [...setupFiles, 'tests/support/threads-in-process.ts'],
        isolate: false,
      }),
      // The built product, as several nodes; needs PostgreSQL, Redis and nginx.
      project('nodes', { ...onProduct, include: ['tests/nodes/*.test.ts'] }),
      // The built product on its embedded database, with pages that lose their connections.
      project('crowd', { ...onProduct, include: ['tests/crowd/*.test.ts'] }),
      // The built product on its embedded database, broken on purpose.
      project('faults', { ...onProduct, include: ['tests/faults/*.test.ts'] }),
      // The archive of a release, unpacked and run. Only in `npm run test:full`.
      project('releases', { ...onProduct, include: ['tests/releases/*.test.ts'] }),
    ],
  },
});

function project(
  name: string,
  options: NonNullable<TestProjectInlineConfiguration['test']>,
): TestProjectInlineConfiguration {
  return {
    extends: true,
    test: { name, setupFiles, pool: 'forks', ...options },
  };
}
