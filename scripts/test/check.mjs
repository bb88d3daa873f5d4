import '../run/node-version.mjs';
import { ensureDependencies } from '../run/dependencies.mjs';

await ensureDependencies();
const { register } = await import('tsx/esm/api');
register();
const { runSteps } = await import('./run-steps.ts');
const { build, deadCode, licenses, lint, reactLint, sizes, tests, types } = await import(
  './steps.ts'
);

await runSteps([
  [types, lint, reactLint, deadCode, licenses],
  tests('tests', ['unit', 'server*', 'simulation']),
  build,
  sizes,
]);
