import { existsSync, readdirSync } from 'node:fs';

/**
 * Folders of pure rules. A file without a test next to it has no rules (tests/house/rules.test.ts).
 */
const FOLDERS = ['src/contract', 'src/web/offline', 'src/web/offline/worker', 'src/web/realtime'];

/** Browser APIs, which journeys test. */
const ON_BROWSER = new Set(['last-seen.ts', 'service-worker.ts']);

/**
 * `npm run mutants`: mutates the pure rules one change at a time and runs the tests that cover it.
 * At least 92% of the mutants must be killed.
 */
export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'config/vitest.mutants.config.ts' },
  mutate: [
    ...FOLDERS.flatMap(listTested),
    'src/server/{changes,realtime}/{bus,client,change-versions,session-watch,throttle}.ts',
    'src/server/setlists/{arrange,revert-change}.ts',
    'src/web/http/refetch.ts',
  ],
  // Skip mutants in static code, such as names, messages and limits.
  ignoreStatic: true,
  // The tests before the first mutant, on a busy machine.
  dryRunTimeoutMinutes: 30,
  thresholds: { high: 96, low: 92, break: 92 },
  concurrency: 1,
  reporters: ['clear-text', 'progress'],
  clearTextReporter: { allowColor: false, reportTests: false },
  // Stryker reads it through a compiler API that TypeScript 7 lacks.
  tsconfigFile: 'none',
  tempDirName: 'dist/mutants',
  ignorePatterns: ['.data', 'android', 'ios'],
};

/**
 * Lists the files of a folder that have a test next to them.
 *
 * @param {string} folder
 */
function listTested(folder) {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.ts') && !ON_BROWSER.has(name))
    .map((name) => `${folder}/${name}`)
    .filter((path) => existsSync(path.replace(/\.ts$/, '.test.ts')));
}
