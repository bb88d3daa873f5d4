import type { ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { MIN_SETLISTS } from '#contract/house-players.ts';
import { type Balancer, startBalancer } from '../support/balancer.ts';
import { type Postgres, startPostgres } from '../support/postgres.ts';
import { endChild, findFreePort } from '../support/processes.ts';
import { type RedisServer, startRedis } from '../support/redis.ts';
import { endProduct, runProduct } from '../support/run-product.ts';
import { writeShortBand } from '../support/short-band.ts';

/** Built nodes on one PostgreSQL and one Redis, behind a balancer that spreads requests freely. */
export interface NodeCluster {
  url: string;
  nodes: Node[];
  postgres: Postgres;
  redis: RedisServer;
  /** Returns undefined for a node that doesn't report the metric. */
  fetchMetrics(name: string): Promise<(number | undefined)[]>;
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
  close(): Promise<void>;
}

export interface Node {
  url: string;
  metricsPort: number;
  start(): Promise<void>;
  kill(): Promise<void>;
  /** Sends SIGTERM. Resolves with the milliseconds until the process exited cleanly. */
  stop(): Promise<number>;
}

export async function startNodeCluster(count: number): Promise<NodeCluster> {
  const [postgres, redis] = await Promise.all([startPostgres(), startRedis()]);
  const band = await mkdtemp(join(tmpdir(), 'called-it-nodes-band-'));
  await writeShortBand(band, MIN_SETLISTS);
  const settings = {
    BAND_PACK: band,
    DATABASE_URL: postgres.url,
    REDIS_URL: redis.url,
    DATABASE_POOL: '10',
    TRUST_PROXY: '127.0.0.1',
  };
  const nodes = await Promise.all(
    Array.from({ length: count }, async () =>
      startNode(await findFreePort(), await findFreePort(), settings),
    ),
  );
  let balancer: Balancer | undefined;
  const close = async () => {
    await balancer?.close();
    await Promise.all(nodes.map((node) => node.kill()));
    await Promise.all([redis.kill(), postgres.stop()]);
    await rm(band, { recursive: true });
  };
  try {
    for (const result of await Promise.allSettled(nodes.map((node) => node.start())))
      if (result.status === 'rejected') throw result.reason;
    balancer = await startBalancer(nodes.map(({ url }) => url));
  } catch (error) {
    await close();
    throw error;
  }
  return {
    url: balancer.url,
    nodes,
    postgres,
    redis,
    close,
    fetchMetrics: (name) =>
      Promise.all(nodes.map(({ metricsPort }) => fetchMetric(metricsPort, name))),
    async query(text, values) {
      const client = new pg.Client({ connectionString: postgres.url });
      await client.connect();
      try {
        return (await client.query(text, values)).rows;
      } finally {
        await client.end();
      }
    },
  };
}

async function fetchMetric(port: number, name: string): Promise<number | undefined> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const [, value] = new RegExp(`^${name} (\\S+)$`, 'm').exec(text) ?? [];
  return value === undefined ? undefined : Number(value);
}

function startNode(port: number, metricsPort: number, settings: Record<string, string>): Node {
  let child: ChildProcess | undefined;
  return {
    url: `http://127.0.0.1:${port}`,
    metricsPort,
    async start() {
      child = await runProduct(port, { ...settings, METRICS_PORT: String(metricsPort) });
    },
    kill: () => endChild(child, 'SIGKILL'),
    async stop() {
      const startedAt = performance.now();
      if (child) await endProduct(child);
      if (child?.exitCode !== 0) throw new Error(`A node exited with code ${child?.exitCode}.`);
      return performance.now() - startedAt;
    },
  };
}
