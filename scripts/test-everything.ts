import {
  findChromium,
  findNginx,
  findPostgres,
  findProgram,
} from '../tests/support/installed-programs.ts';
import { startPostgres } from '../tests/support/postgres.ts';
import { runSteps } from './run-steps.ts';
import {
  build,
  deadCode,
  journeys,
  leftOut,
  licences,
  lint,
  reactLint,
  type Step,
  sizes,
  tests,
  types,
} from './steps.ts';
import { ensureSystemPackages } from './system-packages.ts';

await ensureSystemPackages();
await runSteps([
  [types, lint, reactLint, deadCode, licences],
  tests('tests', ['unit*', 'server*', 'simulation']),
  findPostgres() ? onPostgres() : leftOut('server on PostgreSQL'),
  build,
  findChromium() ? journeys : leftOut(journeys.name),
  canRunNodes() ? { ...tests('several nodes', ['nodes']), needs: build } : leftOut('several nodes'),
  { ...tests('lines that are cut, faults', ['crowd', 'faults']), needs: build },
  sizes,
]);

function canRunNodes() {
  return Boolean(findPostgres() && findNginx() && findProgram('redis-server'));
}

/** The server's tests once more, on the oldest version that is supported where Debian has it. */
function onPostgres(): Step {
  return {
    name: 'server on PostgreSQL',
    async check() {
      const postgres = await startPostgres();
      try {
        return await tests('', ['server*'], { TEST_DATABASE_URL: postgres.url }).check();
      } finally {
        await postgres.stop();
      }
    },
  };
}
