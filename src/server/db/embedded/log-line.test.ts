import { expect, test } from 'vitest';
import { readLogLine } from './log-line.ts';

test.each([
  ['LOG:  database system is ready to accept connections', 'info'],
  ['WARNING:  there is already a transaction in progress', 'warn'],
  ['ERROR:  could not extend file "base/5/2619": No space left on device', 'error'],
  ['PANIC:  could not write to file "pg_wal/xlogtemp.31"', 'error'],
  ['FATAL:  the database system is starting up', 'info'],
])('%s is told as %s', (line, level) => {
  const entry = readLogLine(line);
  expect(entry.level).toBe(level);
  expect(line.endsWith(entry.text)).toBe(true);
});

test('a line that belongs to the one before keeps its words', () => {
  expect(readLogLine('\tand so on')).toEqual({ level: 'info', text: 'and so on' });
});
