import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { hasEnded } from './processes.ts';

/**
 * The last log lines of every product that ran since then, to explain a failed test. Empty if none
 * ran. Times are milliseconds since 1970.
 */
export function productLogs(since: number): string {
  const recent = products.filter(({ endedAt }) => endedAt === undefined || endedAt >= since);
  return recent.map((product) => formatLog(product, since)).join('\n\n');
}

/** A product's log since then. */
export function logSince(child: ChildProcess, time: number): string {
  const lines = products.find((product) => product.child === child)?.lines ?? [];
  return lines.flatMap(({ loggedAt, text }) => (loggedAt >= time ? text : [])).join('\n');
}

interface Product {
  port: number;
  child: ChildProcess;
  startedAt: number;
  endedAt?: number;
  lines: { loggedAt: number; text: string }[];
}

const MAX_LINES = 1_000;
const REPORTED_LINES = 40;
const MAX_LINE_LENGTH = 600;
/** How many ended products keep their log. A test that kills often starts many. */
const MAX_ENDED = 8;

let products: Product[] = [];

/** Captures a product's output. */
export function captureLog(child: ChildProcess, port: number): void {
  const product: Product = { port, child, startedAt: Date.now(), lines: [] };
  const endedProducts = products.filter(({ endedAt }) => endedAt !== undefined);
  const dropped = endedProducts.slice(0, -MAX_ENDED);
  products = [...products.filter((other) => !dropped.includes(other)), product];
  const { lines } = product;
  for (const stream of [child.stdout, child.stderr])
    if (stream)
      createInterface(stream).on('line', (text) => {
        lines.push({ loggedAt: Date.now(), text });
        lines.splice(0, lines.length - MAX_LINES);
      });
  child.once('exit', () => {
    product.endedAt = Date.now();
  });
}

function formatLog({ port, child, startedAt, endedAt }: Product, since: number): string {
  const end = hasEnded(child)
    ? `ended ${clock(endedAt)} with ${child.signalCode ?? child.exitCode}`
    : 'running';
  const lines = logSince(child, since).split('\n').slice(-REPORTED_LINES);
  return [
    `The product on port ${port} (started ${clock(startedAt)}, ${end}) logged:`,
    ...lines.map((line) => `  ${line.slice(0, MAX_LINE_LENGTH)}`),
  ].join('\n');
}

function clock(time = Date.now()): string {
  return new Date(time).toISOString().slice(11, -1);
}
