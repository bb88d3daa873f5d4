export interface Tally {
  passed: number;
  failed: number;
  skipped: number;
}

/** The parts of vitest's JSON report that are counted. */
interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: { status: string; assertionResults: { status: string }[] }[];
}

/**
 * Counts a run of vitest. What failed outside of any test (a file that does not load, a hook, an
 * error that nobody caught, no report at all) counts as one failure each, so that a run that
 * failed never looks clean.
 */
export function countTests(exitCode: number, reportText: string | undefined): Tally {
  if (reportText === undefined) return { passed: 0, failed: 1, skipped: 0 };
  const report: VitestReport = JSON.parse(reportText);
  const brokenFiles = report.testResults.filter(
    (file) =>
      file.status === 'failed' &&
      !file.assertionResults.some((assertion) => assertion.status === 'failed'),
  ).length;
  const failed = report.numFailedTests + brokenFiles;
  return {
    passed: report.numPassedTests,
    failed: exitCode !== 0 && failed === 0 ? 1 : failed,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/** The parts of Playwright's JSON report that are counted. */
interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  /** Outside of any test: a file that does not load, a set-up that fails. */
  errors: unknown[];
}

/** Counts a run of Playwright, by the same rule: a run that failed never looks clean. */
export function countJourneys(exitCode: number, reportText: string | undefined): Tally {
  if (reportText === undefined) return { passed: 0, failed: 1, skipped: 0 };
  const { stats, errors }: PlaywrightReport = JSON.parse(reportText);
  const failed = stats.unexpected + stats.flaky + errors.length;
  return {
    passed: stats.expected,
    failed: exitCode !== 0 && failed === 0 ? 1 : failed,
    skipped: stats.skipped,
  };
}

export function addTallies(tallies: Tally[]): Tally {
  return tallies.reduce(
    (sum, tally) => ({
      passed: sum.passed + tally.passed,
      failed: sum.failed + tally.failed,
      skipped: sum.skipped + tally.skipped,
    }),
    { passed: 0, failed: 0, skipped: 0 },
  );
}

/** The line that closes a run: `12 passed, 0 failed`, with `, 1 skipped` where something was. */
export function describeTally({ passed, failed, skipped }: Tally): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
