import { describe, expect, it } from 'vitest';
import { addTallies, countJourneys, countTests, describeTally } from './tally.ts';

const UNNAMED = ['an error outside of any test: see the output'];
const NO_REPORT = { passed: 0, failed: 1, skipped: 0, failures: ['the run left no report'] };

describe('countTests', () => {
  const clean = {
    numPassedTests: 3,
    numPendingTests: 1,
    numTodoTests: 1,
    testResults: [{ status: 'passed', assertionResults: [{ status: 'passed' }] }],
  };
  const brokenFile = { name: 'a.test.ts', status: 'failed', message: 'no b', assertionResults: [] };
  const failedFile = {
    name: 'b.test.ts',
    status: 'failed',
    message: '',
    assertionResults: [
      { status: 'passed', fullName: 'adds', failureMessages: [] },
      { status: 'failed', fullName: 'sums up', failureMessages: ['expected 1\nat b.test.ts:3'] },
    ],
  };

  it.each([
    ['a clean run', 0, clean, { failed: 0, failures: [] }],
    ['an error outside of any test', 1, clean, { failed: 1, failures: UNNAMED }],
    [
      'a failed test beside a file that does not load',
      1,
      { ...clean, testResults: [failedFile, brokenFile] },
      {
        failed: 2,
        failures: [
          'b.test.ts › sums up\n    expected 1\n    at b.test.ts:3',
          'a.test.ts › outside of any test\n    no b',
        ],
      },
    ],
  ])('%s', (_name, exitCode, report, tally) => {
    const counted = countTests(exitCode, JSON.stringify(report));
    expect(counted).toEqual({ passed: 3, skipped: 2, ...tally });
  });

  it('a run without a report', () => {
    expect(countTests(0, undefined)).toEqual(NO_REPORT);
  });
});

describe('countJourneys', () => {
  const clean = { stats: { expected: 3, skipped: 2 }, suites: [], errors: [] };
  const spec = (status: string, ...errors: { message: string }[]) => ({
    file: 'a.test.ts',
    title: 'a fan picks',
    tests: [{ status, results: [{ errors }, { errors: [] }] }],
  });
  const red = { message: '\u001b[31mno button\u001b[39m' };
  const NO_BUTTON = ['a.test.ts › a fan picks\n    no button'];

  it.each([
    ['a clean run', 0, { suites: [{ specs: [spec('expected')] }] }, []],
    ['a failed test', 1, { suites: [{ specs: [spec('unexpected', red)] }] }, NO_BUTTON],
    [
      'a test of a group that passed at last',
      0,
      { suites: [{ specs: [], suites: [{ specs: [spec('flaky', red)] }] }] },
      NO_BUTTON,
    ],
    [
      'a file that does not load',
      1,
      { errors: [{ message: 'no b', location: { file: 'b.test.ts' } }] },
      ['b.test.ts › outside of any test\n    no b'],
    ],
    ['a run that was cut off', 1, {}, UNNAMED],
  ])('%s', (_name, exitCode, report, failures) => {
    const counted = countJourneys(exitCode, JSON.stringify({ ...clean, ...report }));
    expect(counted).toEqual({ passed: 3, failed: failures.length, skipped: 2, failures });
  });

  it('a run without a report', () => {
    expect(countJourneys(1, undefined)).toEqual(NO_REPORT);
  });
});

it('sums up in one line', () => {
  const one = { passed: 2, failed: 1, skipped: 0, failures: ['a'] };
  expect(addTallies([one, one]).failures).toEqual(['a', 'a']);
  expect(describeTally(addTallies([one, one]))).toBe('4 passed, 2 failed');
  expect(describeTally({ ...one, skipped: 3 })).toBe('2 passed, 1 failed, 3 skipped');
});
