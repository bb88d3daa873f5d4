import { spawnSync } from 'node:child_process';
import { findNginx, findPostgres, findProgram } from '../support/installed-programs.ts';
import { type Outcome, SkippedFault } from './outcome.ts';

export async function runAtFullSize(project: 'nodes' | 'crowd'): Promise<Outcome> {
  if (project === 'nodes' && !(findPostgres() && findNginx() && findProgram('redis-server')))
    throw new SkippedFault('PostgreSQL, Redis or nginx is not installed');
  const args = ['run', '--project', project, '--reporter=json'];
  const { stdout } = spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', ...args], {
    env: { ...process.env, TEST_FULL: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
    maxBuffer: Number.POSITIVE_INFINITY,
  });
  const { numPassedTests, numFailedTests, success, testResults }: Report = JSON.parse(
    stdout.slice(stdout.indexOf('{')),
  );
  for (const { message, assertionResults } of testResults)
    for (const text of [message, ...assertionResults.flatMap((test) => test.failureMessages ?? [])])
      if (text !== '') console.error(text);
  return {
    summary: `tests/${project} at full size: ${numPassedTests} tests pass`,
    broken: {
      'tests that fail': numFailedTests,
      'files that fail outside their tests': Number(!success && numFailedTests === 0),
    },
  };
}

interface Report {
  numPassedTests: number;
  numFailedTests: number;
  success: boolean;
  testResults: { message: string; assertionResults: { failureMessages?: string[] }[] }[];
}
