import {
  findChromium,
  findNginx,
  findPostgres,
  findProgram,
} from '../../tests/support/installed-programs.ts';
import { runSteps } from './run-steps.ts';
import {
  build,
  deadCode,
  journeys,
  leftOut,
  licenses,
  lint,
  reactLint,
  sizes,
  tests,
  types,
} from './steps.ts';
import { ensureSystemPackages } from './system-packages.ts';

await ensureSystemPackages();
await runSteps([
  [types, lint, reactLint, deadCode, licenses],
  tests('tests', ['unit', 'server*', 'simulation']),
  build,
  findChromium() ? journeys : leftOut(journeys.name),
  canRunNodes() ? { ...tests('several nodes', ['nodes']), needs: build } : leftOut('several nodes'),
  { ...tests('lines that are cut, faults', ['crowd', 'faults']), needs: build },
  sizes,
]);

function canRunNodes() {
  return Boolean(findPostgres() && findNginx() && findProgram('redis-server'));
}
