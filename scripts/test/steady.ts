import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { ensureBuild } from '../run/freshness.mjs';
import { root } from '../run/run.mjs';
import { startBurners } from './burners.ts';
import type { Outcome } from './outcome.ts';
import { createPlaywrightStep, createVitestStep, type Step } from './run-steps.ts';
import { ensureSystemPackages } from './system-packages.ts';

const HELP = `npm run test:steady -- [ROUNDS] [-- FILTER...]

Runs the journeys and the tests of nodes, crowd and faults ROUNDS times (once if not given), next to a
busy process, and reports failures. Exits with 1 if a test failed.

  FILTER          only test files whose path contains it, such as sheet or tests/nodes
  --grep TITLE    only tests whose title contains it
  --repeat N      runs each test N times a round
  --burners N     the number of busy processes, 1 if not given: 6 make a load of 8 on two processors
  --help          prints this`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    grep: { type: 'string' },
    repeat: { type: 'string', default: '1' },
    burners: { type: 'string', default: '1' },
    help: { type: 'boolean', default: false },
  },
});
const [first = '1', ...filters] = positionals;
const rounds = Number(first);
const repeat = Number(values.repeat);
const burners = Number(values.burners);

if (values.help || !(rounds >= 1 && repeat >= 1 && burners >= 0)) {
  console.log(HELP);
  process.exit(values.help ? 0 : 1);
}

/** Keyed by test. `error` is the start of the first error. */
const failures = new Map<string, { rounds: Set<number>; failures: number; error: string }>();
const folder = `${root}node_modules/.cache/called-it`;
const name = `${folder}/steady-${new Date().toISOString().replaceAll(':', '-')}`;
const log = `${name}.log`;
let isFinished = false;

await ensureSystemPackages();
await ensureBuild();
mkdirSync(folder, { recursive: true });
writeFileSync(log, `npm run test:steady -- ${process.argv.slice(2).join(' ')}\n`);
console.log(`Writing failures to ${log}, and the state of their pages to ${name}.`);
const stopBurning = startBurners(burners);
process.on('exit', report);

let runs = 0;
for (let round = 1; round <= rounds; round += 1) {
  const startedAt = Date.now();
  const counts = { passed: 0, failed: 0 };
  const { journeys, others } = createSteps(round);
  let steps = [journeys, ...others];
  for (let repetition = 1; steps.length > 0 && repetition <= repeat; repetition += 1) {
    const outcomes = await Promise.all(steps.map((step) => step.run()));
    for (const outcome of outcomes) {
      counts.passed += outcome.passed;
      counts.failed += outcome.failures.length;
      for (const { test, error } of outcome.failures) recordFailure(round, test, error);
    }
    // Playwright repeats the journeys itself. A filter may leave the other steps without tests.
    steps = steps.filter((step, n) => step !== journeys && hasTests(outcomes[n]));
  }
  runs += counts.passed + counts.failed;
  const seconds = Math.round((Date.now() - startedAt) / 1000);
  const line = `Round ${round} of ${rounds}: ${counts.passed} passed, ${counts.failed} failed (${seconds} s)`;
  console.log(line);
  appendFileSync(log, `${line}\n`);
}
isFinished = true;
stopBurning();

/** The other steps run in parallel with the journeys, as in `npm test`. */
function createSteps(round: number): { journeys: Step; others: Step[] } {
  const title = values.grep?.replaceAll(/[^\w\s]/g, '\\$&');
  const quiet = { quiet: true };
  const journeys = createPlaywrightStep(
    'journeys',
    [
      ...['--retries=0', '--pass-with-no-tests', `--repeat-each=${repeat}`],
      `--output=${name}/round-${round}`,
      ...(title ? [`--grep=${title}`] : []),
      ...filters,
    ],
    quiet,
  );
  const others = [['nodes'], ['crowd', 'faults']].map((projects) =>
    createVitestStep(
      projects.join(', '),
      [
        ...[...projects.map((project) => `--project=${project}`), '--passWithNoTests'],
        ...(title ? [`--testNamePattern=${title}`] : []),
        ...filters,
      ],
      quiet,
    ),
  );
  return { journeys, others };
}

function hasTests(outcome: Outcome | undefined): boolean {
  return outcome !== undefined && outcome.passed + outcome.failures.length > 0;
}

function recordFailure(round: number, test: string, error: string) {
  const [firstLine = ''] = error.split('\n');
  const row = failures.get(test) ?? { rounds: new Set(), failures: 0, error: firstLine };
  row.rounds.add(round);
  row.failures += 1;
  failures.set(test, row);
  appendFileSync(log, `Round ${round}: ${test}\n${error}\n\n`);
}

/** Also runs after an interruption. */
function report() {
  const formatCell = (text: string) => text.replaceAll('|', '\\|');
  const rows = [...failures].map(
    ([test, row]) =>
      `| ${formatCell(test)} | ${row.rounds.size} | ${row.failures} | ${formatCell(row.error)} |`,
  );
  const table = ['| Test | Rounds | Failures | First error |', '|---|---|---|---|', ...rows];
  const end = isFinished ? '' : ', interrupted';
  const text = [
    ...(rows.length > 0 ? table : []),
    `${runs} runs of tests, ${count()} failed${end}`,
  ];
  appendFileSync(log, `${text.join('\n')}\n`);
  console.log(`\n${text.join('\n')}`);
  if (rows.length > 0 || runs === 0) process.exitCode = 1;
}

function count(): number {
  return [...failures.values()].reduce((sum, row) => sum + row.failures, 0);
}
