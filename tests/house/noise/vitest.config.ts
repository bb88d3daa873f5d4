import { defineConfig } from 'vitest/config';

// A separate run for tests that must fail.
export default defineConfig({
  test: {
    include: ['tests/house/noise/*.fixture.ts'],
    setupFiles: 'tests/support/fail-on-noise.ts',
  },
});
