import { describe, expect, it } from 'vitest';
import { addTallies, countJourneys, countTests, describeTally } from './tally.ts';

const clean = {
  numPassedTests: 3,
  numFailedTests: 0,
  numPendingTests: 1,
  numTodoTests: 1,
  testResults: [{ status: 'passed', assertionResults: [{ status: 'passed' }] }],
};
const brokenFile = { status: 'failed', assertionResults: [] };
const failedFile = { status: 'failed', assertionResults: [{ status: 'failed' }] };

describe('countTests', () => {
  it.each([
    ['a clean run', 0, clean, { passed: 3, failed: 0, skipped: 2 }],
    ['an error outside of any test', 1, clean, { passed: 3, failed: 1, skipped: 2 }],
    [
      'a failed test beside a file that does not load',
      1,
      { ...clean, numFailedTests: 1, testResults: [failedFile, brokenFile] },
      { passed: 3, failed: 2, skipped: 2 },
    ],
  ])('%s', (_name, exitCode, report, tally) => {
    expect(countTests(exitCode, JSON.stringify(report))).toEqual(tally);
  });

  it('a run without a report', () => {
    expect(countTests(0, undefined)).toEqual({ passed: 0, failed: 1, skipped: 0 });
  });
});

describe('countJourneys', () => {
  const stats = { expected: 3, unexpected: 0, flaky: 0, skipped: 2 };

  it.each([
    ['a clean run', 0, { stats, errors: [] }, { passed: 3, failed: 0, skipped: 2 }],
    [
      'a failed test',
      1,
      { stats: { ...stats, unexpected: 1 }, errors: [] },
      { passed: 3, failed: 1, skipped: 2 },
    ],
    [
      'a test that passed at last',
      0,
      { stats: { ...stats, flaky: 1 }, errors: [] },
      { passed: 3, failed: 1, skipped: 2 },
    ],
    ['a file that does not load', 1, { stats, errors: [{}] }, { passed: 3, failed: 1, skipped: 2 }],
    ['a run that was cut off', 1, { stats, errors: [] }, { passed: 3, failed: 1, skipped: 2 }],
  ])('%s', (_name, exitCode, report, tally) => {
    expect(countJourneys(exitCode, JSON.stringify(report))).toEqual(tally);
  });

  it('a run without a report', () => {
    expect(countJourneys(1, undefined)).toEqual({ passed: 0, failed: 1, skipped: 0 });
  });
});

it('sums up in one line', () => {
  const one = { passed: 2, failed: 1, skipped: 0 };
  expect(describeTally(addTallies([one, one]))).toBe('4 passed, 2 failed');
  expect(describeTally({ ...one, skipped: 3 })).toBe('2 passed, 1 failed, 3 skipped');
});
