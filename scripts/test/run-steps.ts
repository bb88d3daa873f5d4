import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run, tail } from '../run/run.mjs';
import {
  createFailure,
  type Outcome,
  PASSED,
  parsePlaywrightReport,
  parseVitestReport,
  SKIPPED,
} from './outcome.ts';

export interface Step {
  name: string;
  needs?: Step;
  run(): Promise<Outcome>;
}

/** Enough to show what was expected, what was received, and where. */
const ERROR_LINE_COUNT = 12;

/** Runs every step regardless of failures, and the steps of a group in parallel. */
export async function runSteps(groups: Step[][]): Promise<void> {
  const outcomes = new Map<Step, Outcome>();
  const rows: Record<string, object> = {};
  const take = async (step: Step) => {
    const startedAt = Date.now();
    const isBlocked = step.needs && outcomes.get(step.needs)?.failures.length !== 0;
    const outcome = isBlocked ? SKIPPED : await step.run();
    outcomes.set(step, outcome);
    const { passed, skipped, failures } = outcome;
    const seconds = Math.round((Date.now() - startedAt) / 100) / 10;
    rows[step.name] = { seconds, passed, failed: failures.length, skipped };
    console.log(`── ${step.name}: ${printSummary([outcome])} (${seconds} s)`);
    printFailures(outcome);
  };
  for (const group of groups) {
    console.log(`\n── ${group.map(({ name }) => name).join(' · ')}`);
    await Promise.all(group.map(take));
  }

  console.table(rows);
  const all = [...outcomes.values()];
  // Repeat the failures at the end, because long output is often truncated.
  all.forEach(printFailures);
  console.log(`\n${printSummary(all)}`);
  if (all.some(({ failures }) => failures.length > 0)) process.exitCode = 1;
}

function printFailures({ failures }: Outcome): void {
  for (const { test, error } of failures) {
    const lines = error.split('\n').slice(0, ERROR_LINE_COUNT);
    console.log(`\n✗ ${[test, ...lines].join('\n    ')}`);
  }
}

function printSummary(outcomes: Outcome[]): string {
  const sumOutcomes = (count: (outcome: Outcome) => number) =>
    outcomes.reduce((sum, outcome) => sum + count(outcome), 0);
  const skipped = sumOutcomes((outcome) => outcome.skipped);
  const counts = `${sumOutcomes(({ passed }) => passed)} passed, ${sumOutcomes(({ failures }) => failures.length)} failed`;
  return skipped > 0 ? `${counts}, ${skipped} skipped` : counts;
}

/** Runs a Node script. Shows the output at the end, so that several scripts can run at once. */
export function check(name: string, script: string, ...args: string[]): Step {
  return {
    name,
    async run() {
      const { code, output } = await run(process.execPath, [script, ...args], { quiet: true });
      if (output.trim() !== '') console.log(output.trimEnd());
      return code === 0 ? PASSED : createFailure(name, tail(output, ERROR_LINE_COUNT));
    },
  };
}

/** Runs a command as one test, and shows its output as it runs. */
export function printStep(name: string, command: string, ...args: string[]): Step {
  return {
    name,
    async run() {
      const { code, output } = await run(command, args);
      return code === 0
        ? PASSED
        : createFailure(name, output || `exited with ${code}: see its output`);
    },
  };
}

type RunOptions = { env?: Record<string, string>; quiet?: boolean };

export function createVitestStep(name: string, args: string[], options?: RunOptions): Step {
  const command = [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--reporter=default',
    '--reporter=json',
  ];
  const to = (path: string) => [...command, `--outputFile.json=${path}`, ...args];
  return testRun(name, to, parseVitestReport, options);
}

export function createPlaywrightStep(name: string, args: string[], options?: RunOptions): Step {
  const command = ['node_modules/@playwright/test/cli.js', 'test', '--reporter=list,json'];
  const to = () => [...command, '--config=config/playwright.config.ts', ...args];
  return testRun(name, to, parsePlaywrightReport, options);
}

function testRun(
  name: string,
  commandTo: (reportPath: string) => string[],
  read: typeof parseVitestReport,
  { env, quiet = false }: RunOptions = {},
): Step {
  return {
    name,
    async run() {
      const folder = mkdtempSync(join(tmpdir(), 'called-it-report-'));
      const path = join(folder, 'report.json');
      const options = { quiet, env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: path } };
      const { code } = await run(process.execPath, commandTo(path), options);
      const report = existsSync(path) ? readFileSync(path, 'utf8') : '';
      rmSync(folder, { recursive: true });
      return read(name, code, report);
    },
  };
}
