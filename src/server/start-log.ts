import { hostname } from 'node:os';

/**
 * What a start, an update or its failure says, while the server's own log is not there yet: readable on a
 * terminal, elsewhere a line of JSON in the form of that log.
 */
export const startLog = {
  say: (message: string) => console.log(lineOf(30, message, process.stdout.isTTY)),
  fail: (message: string) => console.error(lineOf(60, message, process.stderr.isTTY)),
};

function lineOf(level: number, msg: string, isTerminal: boolean): string {
  if (isTerminal) return msg;
  return JSON.stringify({ level, time: Date.now(), pid: process.pid, hostname: hostname(), msg });
}
