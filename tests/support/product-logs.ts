import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { hasEnded } from './processes.ts';

/**
 * What every product that ran since then said since then, its last lines, for whoever reads why a test
 * failed; empty where none ran. Times are milliseconds since 1970.
 */
export function productLogs(since: number): string {
  const met = products.filter(({ endedAt }) => endedAt === undefined || endedAt >= since);
  return met.map((product) => tell(product, since)).join('\n\n');
}

/** What a product logged since then. */
export function logSince(child: ChildProcess, time: number): string {
  const lines = products.find((product) => product.child === child)?.lines ?? [];
  return lines.flatMap(({ at, text }) => (at >= time ? text : [])).join('\n');
}

interface Product {
  port: number;
  child: ChildProcess;
  startedAt: number;
  endedAt?: number;
  lines: { at: number; text: string }[];
}

const LINES_KEPT = 1_000;
const LINES_TOLD = 40;
const LONGEST_LINE = 600;
/** How many ended products keep their log: a test that kills often starts often. */
const ENDED_KEPT = 8;

let products: Product[] = [];

/** Keeps what a product says. */
export function captureLog(child: ChildProcess, port: number): void {
  const product: Product = { port, child, startedAt: Date.now(), lines: [] };
  const ended = products.filter(({ endedAt }) => endedAt !== undefined);
  const forgotten = ended.slice(0, -ENDED_KEPT);
  products = [...products.filter((other) => !forgotten.includes(other)), product];
  const { lines } = product;
  for (const stream of [child.stdout, child.stderr])
    if (stream)
      createInterface(stream).on('line', (text) => {
        lines.push({ at: Date.now(), text });
        lines.splice(0, lines.length - LINES_KEPT);
      });
  child.once('exit', () => {
    product.endedAt = Date.now();
  });
}

function tell({ port, child, startedAt, endedAt }: Product, since: number): string {
  const end = hasEnded(child)
    ? `ended ${clock(endedAt)} with ${child.signalCode ?? child.exitCode}`
    : 'running';
  const lines = logSince(child, since).split('\n').slice(-LINES_TOLD);
  return [
    `The product on port ${port} (started ${clock(startedAt)}, ${end}) said:`,
    ...lines.map((line) => `  ${line.slice(0, LONGEST_LINE)}`),
  ].join('\n');
}

function clock(at = Date.now()): string {
  return new Date(at).toISOString().slice(11, -1);
}
