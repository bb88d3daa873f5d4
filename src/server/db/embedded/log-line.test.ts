import { describe, expect, test } from 'vitest';
import { readLogLine } from './cluster.ts';

describe('a line of PostgreSQL’s log', () => {
  test.each([
    ['LOG:  database system is ready to accept connections', 'info'],
    ['WARNING:  there is already a transaction in progress', 'warn'],
    ['ERROR:  could not extend file "base/5/2619": No space left on device', 'error'],
    ['PANIC:  could not write to file "pg_wal/xlogtemp.31"', 'error'],
    ['FATAL:  the database system is starting up', 'info'],
  ])('logs %s as %s', (line, level) => {
    const entry = readLogLine(line);
    expect(entry.level).toBe(level);
    expect(line.endsWith(entry.text)).toBe(true);
  });

  test('keeps the text of a continuation line', () => {
    expect(readLogLine('\tand so on')).toEqual({ level: 'info', text: 'and so on' });
  });
});
