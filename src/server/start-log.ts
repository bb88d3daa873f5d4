import { hostname } from 'node:os';

/** Plain text on a terminal; elsewhere JSON in the format of the server's log. */
export const startupLog = {
  say: (message: string) => console.log(lineOf(30, message, process.stdout.isTTY)),
  fail: (message: string) => console.error(lineOf(60, message, process.stderr.isTTY)),
};

function lineOf(level: number, msg: string, isTerminal: boolean): string {
  if (isTerminal) return msg;
  return JSON.stringify({ level, time: Date.now(), pid: process.pid, hostname: hostname(), msg });
}
