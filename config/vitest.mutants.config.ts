import { defineConfig } from 'vitest/config';

/** For stryker.config.js: the tests that need neither a database nor a browser. */
export default defineConfig({
  oxc: { jsx: { runtime: 'automatic' } },
  test: {
    include: [
      'src/contract/**/*.test.ts',
      'src/web/**/*.test.ts',
      'src/server/{changes,realtime}/{announce,bus,last-change,is-told,session-watch,throttle}.test.ts',
      'src/server/setlists/{arrange,take-back}.test.ts',
    ],
    setupFiles: 'tests/support/fail-on-noise.ts',
  },
});
