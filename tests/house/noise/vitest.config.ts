import { defineConfig } from 'vitest/config';

// A run of its own, for tests that have to fail.
export default defineConfig({
  test: {
    include: ['tests/house/noise/*.fixture.ts'],
    setupFiles: 'tests/support/fail-on-noise.ts',
  },
});
