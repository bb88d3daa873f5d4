import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endPostmaster, startPostmaster } from '#server/db/embedded/postmaster.ts';
import { prepareCluster } from '#server/db/embedded/prepare-cluster.ts';
import { compare, type Finding } from './support/compare.ts';
import { startServer } from './support/processes.ts';

/**
 * Measures a restart on the embedded database until the first response, in ms. Compares it with
 * starting the cluster and then the server on its URL.
 */
export async function measureStartup(): Promise<Finding> {
  const dataDir = mkdtempSync(join(tmpdir(), 'called-it-bench-'));
  try {
    await measureTimeToFirstResponse({ DATA_DIR: dataDir });
    return await compare({
      benchmark: 'start',
      unit: 'ms',
      rounds: 7,
      product: () => measureTimeToFirstResponse({ DATA_DIR: dataDir }),
      baseline: () => measureSeparateStarts(dataDir),
      threshold: { atMost: 1.5 },
    });
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function measureSeparateStarts(dataDir: string): Promise<number> {
  const { plan, url } = await prepareCluster(dataDir, { dataDir, log: () => undefined });
  const startedAt = performance.now();
  const postmaster = await startPostmaster(plan);
  const clusterMs = performance.now() - startedAt;
  try {
    return clusterMs + (await measureTimeToFirstResponse({ DATABASE_URL: url }));
  } finally {
    await endPostmaster(postmaster);
  }
}

async function measureTimeToFirstResponse(env: Record<string, string>): Promise<number> {
  const startedAt = performance.now();
  const server = await startServer(() => ['dist/server/main.js'], '/healthz', env);
  const duration = performance.now() - startedAt;
  await server.stop();
  return duration;
}
