import './node-version.mjs';
import { ensureDependencies } from './dependencies.mjs';

await ensureDependencies();
const { register } = await import('tsx/esm/api');
register();
const { runSteps } = await import('./run-steps.ts');
const { build, deadCode, licences, lint, reactLint, sizes, tests, types } = await import(
  './steps.ts'
);

await runSteps([
  [types, lint, reactLint, deadCode, licences],
  tests('tests', ['unit*', 'server*', 'simulation']),
  build,
  sizes,
]);
