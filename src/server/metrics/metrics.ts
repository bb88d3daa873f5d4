import { existsSync, readFileSync } from 'node:fs';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { BackupReport } from '#contract/backups.ts';
import { projectFile, readVersion } from '../project-files.ts';
import { measureEventLag } from './event-lag.ts';
import { measureRequests } from './requests.ts';

export type BoardKind = 'global' | 'show' | 'rarity' | 'tour' | 'league' | 'recap';

export type CacheName = 'ready_bytes' | 'boards' | 'sessions';

export interface Pool {
  totalCount: number;
  idleCount: number;
  waitingCount: number;
  options: { max: number };
}

export type Metrics = ReturnType<typeof createMetrics>;

export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  exposeBuild(registry);
  const lookups = createLookupCounts(registry);

  const boards = new Histogram({
    name: 'called_it_board_seconds',
    help: 'Time to compute a leaderboard after a change, including its queries',
    labelNames: ['board'],
    buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers,
  });

  return {
    registry,
    ...measureRequests(registry),
    ...measureEventLag(registry),
    recordLookup(cache: CacheName, isHit: boolean): void {
      const counts = lookups[cache];
      if (isHit) counts.hit += 1;
      else counts.miss += 1;
    },
    /** `startedAt` is a `performance.now()` value. */
    recordBoard(board: BoardKind, startedAt: number): void {
      boards.observe({ board }, (performance.now() - startedAt) / 1000);
    },
    watchSockets(count: () => number): void {
      addGauge(registry, 'called_it_open_sockets', 'Open sockets of /ws', count);
    },
    watchPool(pool: Pool): void {
      exposePool(registry, pool);
    },
    watchBackups(read: () => Promise<BackupReport>): void {
      exposeBackups(registry, read);
    },
    watchRedis({
      isConnected,
      isRejectingWrites,
    }: Record<'isConnected' | 'isRejectingWrites', () => boolean>): void {
      const help = 'Whether Redis is connected: 1 or 0; absent without Redis';
      addGauge(registry, 'called_it_redis_connected', help, () => Number(isConnected()));
      const writableHelp =
        'Whether Redis stored the last count of a limit: 1 or 0; absent without Redis';
      addGauge(registry, 'called_it_redis_writable', writableHelp, () =>
        Number(!isRejectingWrites()),
      );
    },
  };
}

/** Plain numbers are five times faster than a labeled counter. */
function createLookupCounts(registry: Registry): Record<CacheName, { hit: number; miss: number }> {
  const counts = {
    ready_bytes: { hit: 0, miss: 0 },
    boards: { hit: 0, miss: 0 },
    sessions: { hit: 0, miss: 0 },
  };
  new Counter({
    name: 'called_it_memory_lookups_total',
    help: 'Lookups in the in-memory caches by result',
    labelNames: ['memory', 'result'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [memory, { hit, miss }] of Object.entries(counts)) {
        this.inc({ memory, result: 'hit' }, hit);
        this.inc({ memory, result: 'miss' }, miss);
      }
    },
  });
  return counts;
}

function addGauge(registry: Registry, name: string, help: string, read: () => number): void {
  const gauge: Gauge = new Gauge({
    name,
    help,
    registers: [registry],
    collect: () => gauge.set(read()),
  });
}

/** A job that never ran has no value. */
function exposeBackups(registry: Registry, read: () => Promise<BackupReport>): void {
  const addBackupGauge = (
    name: string,
    help: string,
    value: (outcome: NonNullable<BackupReport['nightly']>) => number,
  ) => {
    const gauge = new Gauge({
      name,
      help,
      labelNames: ['what'],
      registers: [registry],
      async collect() {
        gauge.reset();
        for (const [job, outcome] of Object.entries(await read()))
          if (outcome) gauge.set({ what: job }, value(outcome));
      },
    });
  };
  const help = 'Whether the last run succeeded: 1 or 0';
  addBackupGauge('called_it_backup_good', help, ({ isGood }) => Number(isGood));
  const timeHelp = 'Time of the last run, in seconds since 1970';
  addBackupGauge('called_it_backup_timestamp_seconds', timeHelp, ({ at }) => Date.parse(at) / 1000);
}

function exposePool(registry: Registry, pool: Pool): void {
  const gauge = new Gauge({
    name: 'called_it_database_connections',
    help: 'Database connections: open, idle, and the maximum',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      gauge.set({ state: 'open' }, pool.totalCount);
      gauge.set({ state: 'idle' }, pool.idleCount);
      gauge.set({ state: 'most' }, pool.options.max);
    },
  });
  const help = 'Queries and transactions that wait for a connection';
  addGauge(registry, 'called_it_database_waiting', help, () => pool.waitingCount);
}

function exposeBuild(registry: Registry): void {
  const stamp = projectFile('dist/.stamp');
  const build = existsSync(stamp) ? readFileSync(stamp, 'utf8').slice(0, 12) : 'unknown';
  new Gauge({
    name: 'called_it_build_info',
    help: 'Always 1; the labels identify the build',
    labelNames: ['version', 'build', 'node'],
    registers: [registry],
  }).set({ version: readVersion(), build, node: process.version }, 1);
}
