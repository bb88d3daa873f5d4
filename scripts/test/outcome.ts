import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { JSONReport, JSONReportSuite } from '@playwright/test/reporter';
import type { JsonTestResults } from 'vitest/node';
import { root } from '../run/run.mjs';

export interface Outcome {
  passed: number;
  skipped: number;
  failures: Failure[];
}

export interface Failure {
  test: string;
  error: string;
}

export const PASSED: Outcome = { passed: 1, skipped: 0, failures: [] };
export const SKIPPED: Outcome = { passed: 0, skipped: 1, failures: [] };

export function createFailure(test: string, error: string): Outcome {
  return { passed: 0, skipped: 0, failures: [{ test, error }] };
}

export function parseVitestReport(name: string, code: number, report: string): Outcome {
  return readOutcome(name, code, () => {
    const results: JsonTestResults = JSON.parse(report);
    const failures = results.testResults
      .filter(({ status }) => status === 'failed')
      .flatMap(({ name: file, message, assertionResults }) => {
        const tests = assertionResults.filter(({ status }) => status === 'failed');
        if (tests.length === 0) return describe(file, 'outside of any test', message);
        return tests.map((test) => describe(file, test.fullName, test.failureMessages?.[0]));
      });
    const skipped = results.numPendingTests + results.numTodoTests;
    return { passed: results.numPassedTests, skipped, failures };
  });
}

/** A test that passed only in its second run counts as failed. */
export function parsePlaywrightReport(name: string, code: number, report: string): Outcome {
  return readOutcome(name, code, () => {
    const { stats, suites, errors }: JSONReport = JSON.parse(report);
    const outside = errors.map(({ message, location }) =>
      describe(location?.file ?? name, 'outside of any test', message),
    );
    const failures = [...suites.flatMap(listFailures), ...outside];
    return { passed: stats.expected, skipped: stats.skipped, failures };
  });
}

function listFailures({ specs, suites = [] }: JSONReportSuite): Failure[] {
  const tests = specs.flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ results }) => {
        const trace = results.flatMap((run) => run.attachments).find((a) => a.name === 'trace');
        const [error] = results.flatMap((run) => run.errors);
        const [message = 'no message', path] = [error?.message, trace?.path];
        return describe(`tests/e2e/${file}`, title, path ? `${message}\nTrace: ${path}` : message);
      }),
  );
  return [...tests, ...suites.flatMap(listFailures)];
}

/** A failed run always has a failure, even without a report or a failed test. */
function readOutcome(name: string, code: number, read: () => Outcome): Outcome {
  let outcome: Outcome;
  try {
    outcome = read();
  } catch {
    return createFailure(name, `exited with ${code} and left no report`);
  }
  if (code === 0 || outcome.failures.length > 0) return outcome;
  return { ...outcome, failures: [{ test: name, error: `exited with ${code}: see its output` }] };
}

function describe(file: string, name: string, error = 'no message'): Failure {
  const path = file.startsWith(root) ? relative(root, file) : file;
  return { test: `${path} › ${name}`, error: stripVTControlCharacters(error).trim() };
}
