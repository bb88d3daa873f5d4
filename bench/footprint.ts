import { readdirSync, readFileSync } from 'node:fs';
import { compareWithTarget, type Finding } from './support/compare.ts';
import { startEmbeddedProduct } from './support/embedded-product.ts';

const TARGET_MB = 220;

/** Measures the PSS in MB of the server and its embedded PostgreSQL. Linux only. */
export async function measureFootprint(): Promise<Finding> {
  const product = await startEmbeddedProduct(1);
  try {
    const processes = listProcessTree(product.pid, product.postmaster());
    const bytes = processes.reduce((sum, pid) => sum + readProportionalSize(pid), 0);
    const megabytes = bytes / 1024 / 1024;
    return compareWithTarget({
      benchmark: 'footprint',
      unit: 'MB',
      product: megabytes,
      target: TARGET_MB,
    });
  } finally {
    await product.close();
  }
}

function listProcessTree(...roots: number[]): number[] {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      const parent = findParent(Number(name));
      return parent === undefined ? [] : [{ pid: Number(name), parent }];
    });
  const pids = new Set(roots);
  for (let previousSize = 0; previousSize !== pids.size; ) {
    previousSize = pids.size;
    for (const { pid, parent } of parents) if (pids.has(parent)) pids.add(pid);
  }
  return [...pids];
}

function findParent(pid: number): number | undefined {
  const stat = readIfExists(`/proc/${pid}/stat`);
  return stat ? Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) : undefined;
}

function readProportionalSize(pid: number): number {
  const kilobytes = /^Pss:\s+(\d+) kB$/m.exec(readIfExists(`/proc/${pid}/smaps_rollup`));
  return Number(kilobytes?.[1] ?? 0) * 1024;
}

/** The process may exit at any time, such as an autovacuum worker. */
function readIfExists(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
