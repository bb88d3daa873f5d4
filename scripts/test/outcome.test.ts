import { describe, expect, test } from 'vitest';
import { parsePlaywrightReport, parseVitestReport } from './outcome.ts';

const createVitestReport = (testResults: object[]) =>
  JSON.stringify({ numPassedTests: 3, numPendingTests: 1, numTodoTests: 1, testResults });
const createPlaywrightReport = (status: string) =>
  JSON.stringify({
    stats: { expected: 3, skipped: 2 },
    errors: [],
    suites: [{ specs: [], suites: [{ specs: [createSpec(status)] }] }],
  });
const createSpec = (status: string) => ({
  file: 'sheet.test.ts',
  title: 'a fan picks',
  tests: [{ status, results: [{ errors: [{ message: 'no button' }], attachments: [] }] }],
});

test('counts passed and skipped tests in a clean run', () => {
  expect(parseVitestReport('unit', 0, createVitestReport([]))).toEqual({
    passed: 3,
    skipped: 2,
    failures: [],
  });
  const journeys = parsePlaywrightReport('journeys', 0, createPlaywrightReport('expected'));
  expect(journeys).toEqual({ passed: 3, skipped: 2, failures: [] });
});

describe('the failure', () => {
  test.each([
    ['a run without a report', parseVitestReport('unit', 0, ''), 'unit'],
    ['journeys without a report', parsePlaywrightReport('journeys', 1, ''), 'journeys'],
    [
      'a run that crashed after its last test',
      parseVitestReport('unit', 1, createVitestReport([])),
      'unit',
    ],
    [
      'a file that does not load',
      parseVitestReport(
        'unit',
        1,
        createVitestReport([
          { name: 'a.test.ts', status: 'failed', message: '', assertionResults: [] },
        ]),
      ),
      'a.test.ts › outside of any test',
    ],
    [
      'a journey that passed only in its second run',
      parsePlaywrightReport('journeys', 0, createPlaywrightReport('flaky')),
      'tests/e2e/sheet.test.ts › a fan picks',
    ],
  ])('of %s is reported', (_what, { failures }, expectedTest) => {
    expect(failures.map((failure) => failure.test)).toEqual([expectedTest]);
  });
});
