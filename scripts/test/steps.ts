import {
  findChromium,
  findNginx,
  findPostgres,
  findProgram,
} from '../../tests/support/installed-programs.ts';
import { buildIsCurrent } from '../run/freshness.mjs';
import { createFailure, PASSED, SKIPPED } from './outcome.ts';
import { check, createPlaywrightStep, createVitestStep, type Step } from './run-steps.ts';

export const types = check('types', 'node_modules/typescript/bin/tsc', '-b');
export const lint = [
  check('lint, format', 'node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings'),
  check(
    'lint of React and accessibility',
    'node_modules/oxlint/bin/oxlint',
    ...['--config=config/oxlint.json', '--deny-warnings', '--report-unused-disable-directives'],
    'src/web',
  ),
];
export const deadCode = check(
  'dead code',
  'node_modules/knip/bin/knip.js',
  '--config=config/knip.json',
);
const licenses = check('licenses', 'node_modules/tsx/dist/cli.mjs', 'scripts/test/sbom.ts');
const runBuild = check('build', 'scripts/build/build.mjs');
const build = { ...runBuild, run: async () => (buildIsCurrent() ? PASSED : runBuild.run()) };
const sizes = {
  ...check('sizes', 'node_modules/size-limit/bin.js', '--config', 'config/size-limit.js'),
  needs: build,
};

/**
 * Returns the steps of `npm test`, grouped for two CPUs: `types` is a single process that would
 * finish last, and nodes, crowd and faults mostly wait. `env` applies to all test runs.
 */
export function listAllSteps(env: Record<string, string> = {}): Step[][] {
  const requireBuild = (step: Step) => ({ ...step, needs: build });
  const parallel = { env, quiet: true };
  const nodes = createVitestStep('nodes', ['--project=nodes'], parallel);
  const faults = createVitestStep(
    'crowd, faults',
    ['--project=crowd', '--project=faults'],
    parallel,
  );
  const inProcess = ['unit*', 'server*'].map((project) => `--project=${project}`);
  return [
    [build, ...lint, deadCode, licenses],
    [types, createVitestStep('unit, server', inProcess, { env })],
    [
      sizes,
      requireBuild(
        skipUnlessInstalled(createPlaywrightStep('journeys', [], { env }), findChromium()),
      ),
      requireBuild(
        skipUnlessInstalled(nodes, findPostgres() && findNginx() && findProgram('redis-server')),
      ),
      requireBuild(faults),
    ],
  ];
}

/** Skips a step if its programs are missing. In CI, the step fails instead. */
function skipUnlessInstalled(step: Step, programs: unknown): Step {
  const outcome = process.env.CI
    ? createFailure(step.name, 'Its programs are not installed on this machine.')
    : SKIPPED;
  return programs ? step : { ...step, run: async () => outcome };
}
