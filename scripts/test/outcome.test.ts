import { describe, expect, it } from 'vitest';
import { playwrightOutcome, vitestOutcome } from './outcome.ts';

const vitestReport = (testResults: object[]) =>
  JSON.stringify({ numPassedTests: 3, numPendingTests: 1, numTodoTests: 1, testResults });
const playwrightReport = (status: string) =>
  JSON.stringify({
    stats: { expected: 3, skipped: 2 },
    errors: [],
    suites: [{ specs: [], suites: [{ specs: [spec(status)] }] }],
  });
const spec = (status: string) => ({
  file: 'sheet.test.ts',
  title: 'a fan picks',
  tests: [{ status, results: [{ errors: [{ message: 'no button' }], attachments: [] }] }],
});

it('a clean run counts passed and skipped tests', () => {
  expect(vitestOutcome('unit', 0, vitestReport([]))).toEqual({
    passed: 3,
    skipped: 2,
    failures: [],
  });
  const journeys = playwrightOutcome('journeys', 0, playwrightReport('expected'));
  expect(journeys).toEqual({ passed: 3, skipped: 2, failures: [] });
});

describe('the failure', () => {
  it.each([
    ['a run without a report', vitestOutcome('unit', 0, ''), 'unit'],
    ['journeys without a report', playwrightOutcome('journeys', 1, ''), 'journeys'],
    ['a run that crashed after its last test', vitestOutcome('unit', 1, vitestReport([])), 'unit'],
    [
      'a file that does not load',
      vitestOutcome(
        'unit',
        1,
        vitestReport([{ name: 'a.test.ts', status: 'failed', message: '', assertionResults: [] }]),
      ),
      'a.test.ts › outside of any test',
    ],
    [
      'a journey that passed only in its second run',
      playwrightOutcome('journeys', 0, playwrightReport('flaky')),
      'tests/e2e/sheet.test.ts › a fan picks',
    ],
  ])('of %s is reported', (_what, { failures }, test) => {
    expect(failures.map((failure) => failure.test)).toEqual([test]);
  });
});
