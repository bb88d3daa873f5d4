import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import type { WatchedPool } from './watched-pool.ts';

const INTERVAL_MS = 250;

/** A client in use for this many checks triggers a test connection. */
const SUSPICIOUS_CHECKS = 3;

const TEST_TIMEOUT_MS = 1_000;

/** While the database accepts no connection, queries fail within 3 s. Returns a stop function. */
export function watchDatabase(pool: WatchedPool, url: string): () => Promise<void> {
  const inUse = new Map<unknown, number>();
  let checkCount = 0;
  let pendingTest: Promise<boolean> | undefined;
  /** Each release shows that the database responded. */
  let releaseCount = 0;

  pool.on('acquire', (client) => inUse.set(client, checkCount));
  pool.on('release', (_error, client) => {
    releaseCount += 1;
    inUse.delete(client);
  });
  pool.on('remove', (client) => inUse.delete(client));

  const timer = setInterval(() => void check(), INTERVAL_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await pendingTest;
  };

  async function check(): Promise<void> {
    checkCount += 1;
    const [oldest = checkCount] = inUse.values();
    if (pendingTest || (!pool.isUnresponsive && checkCount - oldest < SUSPICIOUS_CHECKS)) return;
    const [previousReleaseCount, previousCheckCount] = [releaseCount, checkCount];
    pendingTest = acceptsConnections(url);
    const isResponsive = await pendingTest;
    pendingTest = undefined;
    // This process may have missed the response if it was blocked itself.
    const wasResponsive = checkCount - previousCheckCount >= TEST_TIMEOUT_MS / INTERVAL_MS - 1;
    if (isResponsive || releaseCount !== previousReleaseCount) pool.isUnresponsive = false;
    else if (wasResponsive) pool.isUnresponsive = true;
    if (!pool.isUnresponsive) return;
    pool.failPending();
    for (const client of inUse.keys()) void (client as pg.Client).end();
  }
}

/** A rejected connection counts: the database responds, but has no free connection. */
async function acceptsConnections(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: TEST_TIMEOUT_MS });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return true;
  } catch (error) {
    return !(error instanceof Error && error.message.startsWith('timeout expired'));
  } finally {
    // A frozen database never confirms the end of the connection.
    const closing = client.end().catch(() => undefined);
    await Promise.race([closing, setTimeout(TEST_TIMEOUT_MS, undefined, { ref: false })]);
  }
}
