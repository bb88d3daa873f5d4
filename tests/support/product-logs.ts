import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { hasEnded } from './processes.ts';

/** `since` is Unix time in ms. Returns an empty string if no server ran. */
export function readProductLogs(since: number): string {
  const recentProducts = products.filter(
    ({ endedAt }) => endedAt === undefined || endedAt >= since,
  );
  return recentProducts.map((product) => formatLog(product, since)).join('\n\n');
}

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
const REPORTED_LINE_COUNT = 40;
const MAX_LINE_LENGTH = 600;
/** A test that kills servers starts many, so only these ended servers keep their log. */
const MAX_ENDED = 8;

let products: Product[] = [];

export function captureLog(child: ChildProcess, port: number): void {
  const product: Product = { port, child, startedAt: Date.now(), lines: [] };
  const endedProducts = products.filter(({ endedAt }) => endedAt !== undefined);
  const droppedProducts = endedProducts.slice(0, -MAX_ENDED);
  products = [...products.filter((other) => !droppedProducts.includes(other)), product];
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
    ? `ended ${formatTime(endedAt)} with ${child.signalCode ?? child.exitCode}`
    : 'running';
  const lines = logSince(child, since).split('\n').slice(-REPORTED_LINE_COUNT);
  return [
    `The product on port ${port} (started ${formatTime(startedAt)}, ${end}) logged:`,
    ...lines.map((line) => `  ${line.slice(0, MAX_LINE_LENGTH)}`),
  ].join('\n');
}

function formatTime(time = Date.now()): string {
  return new Date(time).toISOString().slice(11, -1);
}
