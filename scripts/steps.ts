import { readFileSync, rmSync } from 'node:fs';
import { buildIsCurrent } from './freshness.mjs';
import { root, run } from './run.mjs';
import { countTests, type Tally } from './tally.ts';

/** Something to check: a run of tests, or a single check that counts as one. */
export interface Step {
  name: string;
  /** A step without which this one says nothing; this one is skipped where that failed. */
  needs?: Step;
  check(): Promise<Tally>;
}

export const types = program('types', 'typescript/bin/tsc', '-b');
export const lint = program(
  'lint, format',
  '@biomejs/biome/bin/biome',
  'check',
  '--error-on-warnings',
);
/** React's own rules and those of accessibility in JSX, which Biome does not have all of. */
export const reactLint = program(
  'lint of React',
  'eslint/bin/eslint.js',
  '--max-warnings=0',
  'src/web',
);
export const deadCode = program('dead code', 'knip/bin/knip.js');
export const build: Step = {
  name: 'build',
  check: async () => (buildIsCurrent() ? one('passed') : runNode('scripts/build.mjs')),
};
export const sizes: Step = { ...program('sizes', 'size-limit/bin.js'), needs: build };

/** A run of vitest over some of its projects. */
export function tests(name: string, projects: string[], env: Record<string, string> = {}): Step {
  return {
    name,
    async check() {
      // In a cache, so that a run that is cut off leaves nothing lying about elsewhere.
      const report = `${root}node_modules/.cache/called-it/report-${process.pid}.json`;
      rmSync(report, { force: true });
      const { code } = await run(process.execPath, vitestArguments(projects, report), { env });
      const tally = countTests(code, readIfThere(report));
      rmSync(report, { force: true });
      return tally;
    },
  };
}

/** Takes the place of a step for which this machine lacks something. In CI that is a failure. */
export function leftOut(name: string): Step {
  return {
    name: `${name}: left out`,
    check: async () => one(process.env.CI ? 'failed' : 'skipped'),
  };
}

/** A single check's tally. */
export function one(outcome: keyof Tally): Tally {
  return { passed: 0, failed: 0, skipped: 0, [outcome]: 1 };
}

function program(name: string, script: string, ...args: string[]): Step {
  return { name, check: () => runNode(`node_modules/${script}`, ...args) };
}

async function runNode(...args: string[]): Promise<Tally> {
  const { code } = await run(process.execPath, args);
  return one(code === 0 ? 'passed' : 'failed');
}

function vitestArguments(projects: string[], report: string) {
  const chosen = projects.flatMap((project) => ['--project', project]);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  return ['node_modules/vitest/vitest.mjs', 'run', ...chosen, ...reporters];
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
