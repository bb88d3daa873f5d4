import { hostname } from 'node:os';

/**
 * Prints messages of startup and updates before the server's log exists: plain text on a terminal, otherwise JSON in
 * the format of that log.
 */
export const startupLog = {
  say: (message: string) => console.log(lineOf(30, message, process.stdout.isTTY)),
  fail: (message: string) => console.error(lineOf(60, message, process.stderr.isTTY)),
};

function lineOf(level: number, msg: string, isTerminal: boolean): string {
  if (isTerminal) return msg;
  return JSON.stringify({ level, time: Date.now(), pid: process.pid, hostname: hostname(), msg });
}
