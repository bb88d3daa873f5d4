import { stripVTControlCharacters } from 'node:util';

/** Of an error, as much as says what was expected and where. */
const LINES_OF_ERROR = 12;

export interface Tally {
  passed: number;
  failed: number;
  skipped: number;
  /** What failed, as far as a report names it: its file, its name and how its error begins. */
  failures: string[];
}

/** The parts of vitest's JSON report that are counted. */
interface VitestReport {
  numPassedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: VitestFile[];
}

interface VitestFile {
  name: string;
  status: string;
  message: string;
  assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
}

/**
 * Counts a run of vitest. What failed outside of any test (a file that does not load, a hook, an
 * error that nobody caught, no report at all) counts as one failure each, so that a run that
 * failed never looks clean.
 */
export function countTests(exitCode: number, reportText: string | undefined): Tally {
  if (reportText === undefined) return withoutReport();
  const report: VitestReport = JSON.parse(reportText);
  return {
    passed: report.numPassedTests,
    skipped: report.numPendingTests + report.numTodoTests,
    ...failed(exitCode, report.testResults.flatMap(failuresOfFile)),
  };
}

function failuresOfFile({ name, status, message, assertionResults }: VitestFile): string[] {
  if (status !== 'failed') return [];
  const tests = assertionResults.filter((test) => test.status === 'failed');
  if (tests.length === 0) return [describeFailure(name, 'outside of any test', message)];
  return tests.map((test) => describeFailure(name, test.fullName, test.failureMessages[0]));
}

/** The parts of Playwright's JSON report that are counted. */
interface PlaywrightReport {
  stats: { expected: number; skipped: number };
  suites: PlaywrightSuite[];
  /** Outside of any test: a file that does not load, a set-up that fails. */
  errors: { message?: string; location?: { file: string } }[];
}

interface PlaywrightSuite {
  suites?: PlaywrightSuite[];
  specs: {
    file: string;
    title: string;
    tests: { status: string; results: { errors: { message: string }[] }[] }[];
  }[];
}

/** Counts a run of Playwright, by the same rule: a run that failed never looks clean. */
export function countJourneys(exitCode: number, reportText: string | undefined): Tally {
  if (reportText === undefined) return withoutReport();
  const { stats, suites, errors }: PlaywrightReport = JSON.parse(reportText);
  const outside = errors.map(({ message, location }) =>
    describeFailure(location?.file ?? '', 'outside of any test', message),
  );
  return {
    passed: stats.expected,
    skipped: stats.skipped,
    ...failed(exitCode, [...suites.flatMap(failuresOfSuite), ...outside]),
  };
}

/** A journey that passed only when it was tried again failed, too. */
function failuresOfSuite({ specs, suites = [] }: PlaywrightSuite): string[] {
  const own = specs.flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ results }) => {
        const [first] = results.flatMap(({ errors }) => errors);
        return describeFailure(file, title, first?.message);
      }),
  );
  return [...own, ...suites.flatMap(failuresOfSuite)];
}

function failed(exitCode: number, failures: string[]): Pick<Tally, 'failed' | 'failures'> {
  const unnamed = exitCode !== 0 && failures.length === 0;
  return unnamed
    ? { failed: 1, failures: ['an error outside of any test: see the output'] }
    : { failed: failures.length, failures };
}

function withoutReport(): Tally {
  return { passed: 0, failed: 1, skipped: 0, failures: ['the run left no report'] };
}

function describeFailure(file: string, name: string, message = 'no message'): string {
  const beginning = stripVTControlCharacters(message).trim().split('\n').slice(0, LINES_OF_ERROR);
  return [`${file} › ${name}`, ...beginning].join('\n    ');
}

export function addTallies(tallies: Tally[]): Tally {
  return tallies.reduce(
    (sum, tally) => ({
      passed: sum.passed + tally.passed,
      failed: sum.failed + tally.failed,
      skipped: sum.skipped + tally.skipped,
      failures: [...sum.failures, ...tally.failures],
    }),
    { passed: 0, failed: 0, skipped: 0, failures: [] },
  );
}

/** The line that closes a run: `12 passed, 0 failed`, with `, 1 skipped` where something was. */
export function describeTally(tally: Omit<Tally, 'failures'>): string {
  const { passed, failed, skipped } = tally;
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
