import { hostname } from 'node:os';

/** Logs plain text on a terminal, and otherwise JSON in the format of the server's log. */
export const startupLog = {
  info: (message: string) => console.log(formatLine(30, message, process.stdout.isTTY)),
  error: (message: string) => console.error(formatLine(60, message, process.stderr.isTTY)),
};

function formatLine(level: number, msg: string, isTerminal: boolean): string {
  if (isTerminal) return msg;
  return JSON.stringify({ level, time: Date.now(), pid: process.pid, hostname: hostname(), msg });
}
