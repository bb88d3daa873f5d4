import { defineConfig } from 'vitest/config';

// A separate run, because these tests must fail.
export default defineConfig({
  test: {
    include: ['tests/house/noise/*.fixture.ts'],
    setupFiles: 'tests/support/fail-on-noise.ts',
  },
});
