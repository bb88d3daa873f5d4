/**
 * `npm run mutants`: mutates the pure rules one change at a time and runs the tests that cover it.
 * At least 92% of the mutants must be killed.
 */
export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'config/vitest.mutants.config.ts' },
  mutate: [
    'src/contract/*.ts',
    'src/server/{changes,realtime}/{bus,client,change-versions,session-watch,throttle}.ts',
    'src/server/setlists/{arrange,revert-change}.ts',
    'src/web/{http/refetch,realtime/refetcher}.ts',
    'src/web/offline/**/*.ts',
    'src/web/realtime/*.ts',
    '!src/**/*.test.ts',
    // Declarations only, without rules.
    '!src/contract/{band,calculate-scores,setup,shares,statistics}.ts',
    '!src/web/offline/messages.ts',
    // Browser APIs, which journeys test.
    '!src/web/offline/last-seen.ts',
    '!src/web/offline/worker/service-worker.ts',
    '!src/web/realtime/use-realtime.ts',
  ],
  // Skip mutants in static code, such as names, messages and limits.
  ignoreStatic: true,
  thresholds: { high: 96, low: 92, break: 92 },
  concurrency: 1,
  reporters: ['clear-text', 'progress'],
  clearTextReporter: { allowColor: false, reportTests: false },
  // Stryker reads it through a compiler API that TypeScript 7 lacks.
  tsconfigFile: 'none',
  tempDirName: 'dist/mutants',
  ignorePatterns: ['.data', 'android', 'ios'],
};
