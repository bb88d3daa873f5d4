import { existsSync, readFileSync, rmSync } from 'node:fs';
import { buildIsCurrent } from '../run/freshness.mjs';
import { root, run } from '../run/run.mjs';
import { countJourneys, countTests, type Tally } from './tally.ts';

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
  'oxlint/bin/oxlint',
  '--config=config/oxlint.json',
  '--deny-warnings',
  '--report-unused-disable-directives',
  'src/web',
);
export const deadCode = program('dead code', 'knip/bin/knip.js', '--config=config/knip.json');
/** The list of what is installed, written, and the licenses in it. */
export const licenses = program(
  'bill of materials, licenses',
  'tsx/dist/cli.mjs',
  'scripts/test/sbom.ts',
);
export const build: Step = {
  name: 'build',
  check: async () => (buildIsCurrent() ? one('passed') : runNode('scripts/build/build.mjs')),
};
export const sizes: Step = {
  ...program('sizes', 'size-limit/bin.js', '--config', 'config/size-limit.js'),
  needs: build,
};

/** A run of vitest over some of its projects. */
export function tests(name: string, projects: string[], env: Record<string, string> = {}): Step {
  return {
    name,
    async check() {
      const report = takeReport();
      const { code } = await run(process.execPath, vitestArguments(projects, report.path), { env });
      return countTests(code, report.take());
    },
  };
}

/** The journeys in Chromium. */
export const journeys: Step = {
  name: 'journeys in Chromium',
  needs: build,
  async check() {
    const report = takeReport();
    const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: report.path };
    const args = [
      ...['node_modules/@playwright/test/cli.js', 'test', '--config=config/playwright.config.ts'],
      '--reporter=list,json',
    ];
    const { code } = await run(process.execPath, args, { env });
    return countJourneys(code, report.take());
  },
};

/** Takes the place of a step for which this machine lacks something. In CI that is a failure. */
export function leftOut(name: string): Step {
  return {
    name: `${name}: left out`,
    check: async () => one(process.env.CI ? 'failed' : 'skipped'),
  };
}

/** A single check's tally. */
export function one(outcome: 'passed' | 'failed' | 'skipped'): Tally {
  return { passed: 0, failed: 0, skipped: 0, failures: [], [outcome]: 1 };
}

function program(name: string, script: string, ...args: string[]): Step {
  return { name, check: () => runNode(`node_modules/${script}`, ...args) };
}

/** What it prints is shown at its end, so that several can run at once. */
async function runNode(...args: string[]): Promise<Tally> {
  const { code, output } = await run(process.execPath, args, { quiet: true });
  if (output.trim() !== '') console.log(output.trimEnd());
  return one(code === 0 ? 'passed' : 'failed');
}

function vitestArguments(projects: string[], report: string) {
  const chosen = projects.flatMap((project) => ['--project', project]);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  return ['node_modules/vitest/vitest.mjs', 'run', ...chosen, ...reporters];
}

/** Where a run is to write its report; in a cache, so that one that is cut off leaves nothing about. */
function takeReport() {
  const path = `${root}node_modules/.cache/called-it/report-${process.pid}-${Date.now()}.json`;
  return {
    path,
    /** Its text, where it was written. */
    take(): string | undefined {
      if (!existsSync(path)) return undefined;
      const text = readFileSync(path, 'utf8');
      rmSync(path);
      return text;
    },
  };
}
