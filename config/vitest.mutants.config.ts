import { defineConfig } from 'vitest/config';

/** For stryker.config.js: tests that need neither a database nor a browser. */
export default defineConfig({
  oxc: { jsx: { runtime: 'automatic' } },
  test: {
    include: [
      'src/contract/**/*.test.ts',
      'src/web/{http,offline,realtime}/**/*.test.ts',
      'src/server/{changes,realtime}/{announce,bus,change-versions,client,session-watch,throttle}.test.ts',
      'src/server/setlists/{arrange,revert-change}.test.ts',
    ],
    // Each mutant runs its tests again, which would load their modules again.
    isolate: false,
    setupFiles: ['tests/support/fail-on-noise.ts', 'tests/support/fixed-seed.ts'],
    // As in vitest.config.ts: property tests take long on a busy machine.
    testTimeout: 120_000,
  },
});
