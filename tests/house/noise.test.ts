import { execFile } from 'node:child_process';
import { basename } from 'node:path';
import { expect, test } from 'vitest';

interface Report {
  testResults: {
    name: string;
    status: string;
    assertionResults: { title: string; status: string }[];
  }[];
}

test('unexpected output, connections to other machines and open servers fail a test', async () => {
  const files = (await runFixtures()).testResults;
  const untidyFile = files.find(({ name }) => basename(name) === 'untidy.fixture.ts');
  const noisyFile = files.find(({ name }) => basename(name) === 'noisy.fixture.ts');
  expect(untidyFile?.status).toBe('failed');
  expect(noisyFile?.assertionResults.map(({ title, status }) => [title, status])).toEqual([
    ['prints an error', 'failed'],
    ['prints a warning', 'failed'],
    ['calls another machine', 'failed'],
    ['connects to another machine', 'failed'],
    ['expects its error', 'passed'],
    ['connects to this machine', 'passed'],
  ]);
}, 30_000);

function runFixtures(): Promise<Report> {
  const args = ['run', '--config', 'tests/house/noise/vitest.config.ts', '--reporter=json'];
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ['node_modules/vitest/vitest.mjs', ...args],
      { env: { ...process.env, VITEST: undefined } },
      (_failed, stdout) => resolve(JSON.parse(stdout.slice(stdout.indexOf('{')))),
    );
  });
}
