/** What a line of PostgreSQL's log means in ours. */
export interface LogEntry {
  level: 'info' | 'warn' | 'error';
  text: string;
}

/** Reads a line of PostgreSQL's log, such as `FATAL:  could not write to file "pg_wal/xlogtemp"`. */
export function readLogLine(line: string): LogEntry {
  const [, severity = '', text = line.trim()] = /^([A-Z]+): +(.*)$/.exec(line) ?? [];
  // Whoever asks too early is told so as if it were a failure; our own start asks until it is ready.
  if (/^(the database system is (starting up|shutting down|not yet)|terminating )/.test(text))
    return { level: 'info', text };
  if (['ERROR', 'FATAL', 'PANIC'].includes(severity)) return { level: 'error', text };
  return { level: severity === 'WARNING' ? 'warn' : 'info', text };
}
