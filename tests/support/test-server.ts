import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { openCluster } from '#server/db/embedded/cluster.ts';
import { findPostgres } from './installed-programs.ts';
import { startPostgres } from './postgres.ts';
import { findScratchFolder } from './scratch-folder.ts';

export interface TestServer {
  url: string;
  isEmbedded: boolean;
  close(): Promise<void>;
}

/**
 * Uses `TEST_DATABASE_URL`, otherwise the system's PostgreSQL, otherwise the embedded one.
 * `TEST_DATABASE=embedded` forces the embedded one.
 */
export async function startTestServer(): Promise<TestServer> {
  const { TEST_DATABASE, TEST_DATABASE_URL: url } = process.env;
  if (url) return { url, isEmbedded: false, close: async () => undefined };
  const parent = findScratchFolder();
  if (TEST_DATABASE === 'embedded' || !findPostgres()) return startEmbedded(parent);
  const { stop, ...server } = await startPostgres({ parent, settings: FAST_SETTINGS });
  return { url: server.url, isEmbedded: false, close: stop };
}

/** Not durable, because test data is disposable. */
const FAST_SETTINGS = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  autovacuum: 'off',
  jit: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  min_wal_size: '32MB',
  max_wal_size: '64MB',
  max_connections: '200',
};

async function startEmbedded(parent: string): Promise<TestServer> {
  const dataDir = await mkdtemp(join(parent, 'called-it-tests-'));
  const cluster = await openCluster({ dataDir, settings: FAST_SETTINGS, log: () => undefined });
  const close = async () => {
    await cluster.close();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { url: cluster.url, isEmbedded: true, close };
}
