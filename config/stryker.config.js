/**
 * `npm run mutants`: puts small mistakes into the pure rules, one at a time, and runs the tests that
 * reach the place. At least 92 of 100 must be seen.
 */
export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'config/vitest.mutants.config.ts' },
  mutate: [
    'src/contract/*.ts',
    'src/server/{changes,realtime}/{bus,client,last-change,session-watch,throttle}.ts',
    'src/server/setlists/{arrange,take-back}.ts',
    'src/web/http/freshness.ts',
    'src/web/offline/**/*.ts',
    'src/web/realtime/*.ts',
    '!src/**/*.test.ts',
    // Declarations only, which are said once, when they are loaded: no rule is in them.
    '!src/contract/{band,calculate-scores,setup,shares,statistics}.ts',
    '!src/web/offline/messages.ts',
    // They speak to a browser, in which the journeys look at them.
    '!src/web/offline/{device,last-seen}.ts',
    '!src/web/offline/worker/service-worker.ts',
    '!src/web/realtime/use-realtime.ts',
  ],
  // What a file says once, when it is loaded: names, sentences, limits. Others hold those.
  ignoreStatic: true,
  thresholds: { high: 96, low: 92, break: 92 },
  concurrency: 1,
  reporters: ['clear-text', 'progress'],
  clearTextReporter: { allowColor: false, reportTests: false },
  // It would be read by a compiler's interface that TypeScript 7 has not.
  tsconfigFile: 'none',
  tempDirName: 'dist/mutants',
  ignorePatterns: ['.data', 'android', 'ios'],
};
