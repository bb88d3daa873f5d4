import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { icons } from './scripts/build/icons.mjs';
import { TIMEOUT_MS } from './tests/support/full-size.ts';

/** All but those of what hashes and reads files beside the server, for which the others have a function. */
const serverTests = 'src/server/**/!(hash-worker|open-in-child-process).test.ts';
/** These start an embedded PostgreSQL of their own: they say nothing of a caller's. */
const onlyEmbedded = process.env.TEST_DATABASE_URL ? ['src/server/db/embedded/**'] : [];
const onServer = { globalSetup: 'tests/support/template-database.ts' };

const setupFiles = ['tests/support/fail-on-noise.ts', 'tests/support/fixed-seed.ts'];
/** Several waits that each may take `TIMEOUT_MS`. */
const onProduct = {
  setupFiles: [...setupFiles, 'tests/support/log-on-failure.ts'],
  testTimeout: 4 * TIMEOUT_MS,
  hookTimeout: 4 * TIMEOUT_MS,
  expect: { poll: { timeout: TIMEOUT_MS } },
};

export default defineConfig({
  plugins: [icons()],
  // The root tsconfig.json only points to the others, so the JSX setting is not found by itself.
  oxc: { jsx: { runtime: 'automatic' } },
  test: {
    maxWorkers: 2,
    // Only a test that hangs meets these, however busy the machine is.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000, interval: 20 } },
    projects: [
      project('unit', {
        include: ['src/**/*.test.ts', 'scripts/**/*.test.ts', 'tests/house/**/*.test.ts'],
        exclude: [serverTests],
        isolate: false,
      }),
      // Pages on happy-dom; they come late where the machine is busy.
      project('unit-pages', {
        include: ['src/**/*.test.tsx'],
        environment: 'happy-dom',
        environmentOptions: {
          happyDOM: { settings: { device: { prefersReducedMotion: 'reduce' } } },
        },
        isolate: false,
      }),
      // On the system's PostgreSQL, else the embedded one (tests/support/test-server.ts).
      // Loading the server anew for every file would take half of the time.
      project('server', {
        ...onServer,
        include: [serverTests, 'tests/openapi/*.test.ts'],
        exclude: onlyEmbedded,
        setupFiles: [...setupFiles, 'tests/support/threads-in-process.ts'],
        isolate: false,
      }),
      // The server and a model of its rules are told the same stories.
      project('simulation', {
        ...onServer,
        include: ['tests/simulation/*.test.ts'],
      }),
      // The built product, as several nodes; needs PostgreSQL, Redis and nginx.
      project('nodes', { ...onProduct, include: ['tests/nodes/*.test.ts'] }),
      // The built product on its embedded database, and pages whose lines are cut.
      project('crowd', { ...onProduct, include: ['tests/crowd/*.test.ts'] }),
      // The built product on its embedded database, broken on purpose.
      project('faults', { ...onProduct, include: ['tests/faults/*.test.ts'] }),
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
