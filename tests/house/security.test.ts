import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const text = readFileSync('docs/security.md', 'utf8');
const rows = text
  .split('\n')
  .filter((line) => line.startsWith('| v5'))
  .map((line) => {
    const [, number = '', level, requirement, verdict = '', reason = '', ...extraCells] = line
      .split('|')
      .map((cell) => cell.trim());
    return { number, level, requirement, verdict, reason, extraCells };
  });

/** The number of requirements of levels 1 and 2 in each section of ASVS 5.0.0. */
const SECTIONS: Record<string, number> = {
  '1.1': 2,
  '1.2': 9,
  '1.3': 11,
  '1.4': 3,
  '1.5': 2,
  '2.1': 3,
  '2.2': 3,
  '2.3': 4,
  '2.4': 1,
  '3.2': 2,
  '3.3': 4,
  '3.4': 6,
  '3.5': 5,
  '3.7': 2,
  '4.1': 3,
  '4.2': 1,
  '4.3': 2,
  '4.4': 4,
  '5.1': 1,
  '5.2': 3,
  '5.3': 2,
  '5.4': 3,
  '6.1': 3,
  '6.2': 12,
  '6.3': 4,
  '6.4': 4,
  '6.5': 5,
  '6.6': 3,
  '6.8': 4,
  '7.1': 3,
  '7.2': 4,
  '7.3': 2,
  '7.4': 5,
  '7.5': 2,
  '7.6': 2,
  '8.1': 2,
  '8.2': 3,
  '8.3': 1,
  '8.4': 1,
  '9.1': 3,
  '9.2': 4,
  '10.1': 2,
  '10.2': 2,
  '10.3': 4,
  '10.4': 11,
  '10.5': 5,
  '10.6': 2,
  '10.7': 3,
  '11.1': 2,
  '11.2': 3,
  '11.3': 3,
  '11.4': 4,
  '11.5': 1,
  '11.6': 1,
  '12.1': 3,
  '12.2': 2,
  '12.3': 4,
  '13.1': 1,
  '13.2': 5,
  '13.3': 2,
  '13.4': 5,
  '14.1': 2,
  '14.2': 4,
  '14.3': 3,
  '15.1': 3,
  '15.2': 3,
  '15.3': 7,
  '16.1': 1,
  '16.2': 5,
  '16.3': 4,
  '16.4': 3,
  '16.5': 3,
  '17.1': 1,
  '17.2': 4,
  '17.3': 2,
};

const FILE = /`((?:src|tests|scripts|tools|docs|deploy)\/[^`\s]+|[\w-]+\.(?:md|json))`/g;

function listFiles(cell: string): string[] {
  return [...cell.matchAll(FILE)].flatMap(([, path]) => path ?? []);
}

describe('the table of ASVS 5.0', () => {
  test('has each requirement of levels 1 and 2 once, in order', () => {
    const expected = Object.entries(SECTIONS).flatMap(([section, count]) =>
      Array.from({ length: count }, (_, index) => `v5.0.0-${section}.${index + 1}`),
    );
    expect(rows.map(({ number }) => number)).toEqual(expected);
  });

  test('has no empty or extra cells', () => {
    const odd = rows.filter(
      ({ level, requirement, reason, extraCells }) =>
        !/^[12]$/.test(level ?? '') || !requirement || !reason || extraCells.length !== 1,
    );
    expect(odd).toEqual([]);
  });

  test('supports each verdict with a test, a file or an explanation', () => {
    const isSupported = {
      pass: (reason: string) => listFiles(reason).some((path) => /\.test\.tsx?$/.test(path)),
      'pass, by reading': (reason: string) => listFiles(reason).length > 0,
      'not applicable': (reason: string) => /\w+ \w+/.test(reason),
      exception: (reason: string) => /\w+ \w+/.test(reason),
    };
    const unsupported = rows.filter(
      ({ verdict, reason }) => !isSupported[verdict as keyof typeof isSupported]?.(reason),
    );
    expect(unsupported).toEqual([]);
  });

  test('counts its verdicts correctly', () => {
    const count = (expected: string) => rows.filter(({ verdict }) => verdict === expected).length;
    expect(text).toContain(
      `${rows.length} rows: ${count('pass')} pass, ${count('pass, by reading')} by reading, ` +
        `${count('not applicable')} not applicable, ${count('exception')} exceptions.`,
    );
  });
});

test('every file that docs/security.md names exists', () => {
  const files = listFiles(text);
  expect(files.length).toBeGreaterThan(rows.length / 2);
  expect(files.filter((path) => !existsSync(path))).toEqual([]);
});

test('docs/operator/monitoring.md documents every event of the security log', () => {
  const [, events = ''] =
    readFileSync('src/server/http/security-log.ts', 'utf8').match(/type SecurityEvent =([^;]+);/) ??
    [];
  const names = [...events.matchAll(/'([\w-]+)'/g)].map(([, name]) => name);
  expect(names.length).toBeGreaterThan(10);
  const lines = readFileSync('docs/operator/monitoring.md', 'utf8').split('\n');
  const table = lines.filter((line) => line.startsWith('| `')).join('\n');
  expect(names.filter((name) => !table.includes(`\`${name}\``))).toEqual([]);
});
