import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import type { WatchedPool } from './watched-pool.ts';

const INTERVAL_MS = 250;

/** A query that is pending for this many checks makes the watchdog test the database. */
const SUSPICIOUS_CHECKS = 3;

/** Timeout of the test connection. */
const TEST_MS = 1_000;

/**
 * Detects a database that stopped responding: it is frozen, or its machine or network is gone.
 * Pending queries then fail within three seconds and new ones immediately, until it responds again.
 * A slow statement does not count, because a working database still accepts connections. Returns a
 * function that stops the watchdog and resolves when its connections are closed.
 */
export function watchDatabase(pool: WatchedPool, url: string): () => Promise<void> {
  /** Clients in use, with the check at which they were acquired. */
  const inUse = new Map<unknown, number>();
  let checks = 0;
  let testing: Promise<boolean> | undefined;
  /** Number of released clients. Each release means that the last statement was answered. */
  let released = 0;

  pool.on('acquire', (client) => inUse.set(client, checks));
  pool.on('release', (_error, client) => {
    released += 1;
    inUse.delete(client);
  });
  pool.on('remove', (client) => inUse.delete(client));

  const timer = setInterval(() => void check(), INTERVAL_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await testing;
  };

  async function check(): Promise<void> {
    checks += 1;
    const [oldest = checks] = inUse.values();
    if (testing || (!pool.isUnresponsive && checks - oldest < SUSPICIOUS_CHECKS)) return;
    const [releasedBefore, checksBefore] = [released, checks];
    testing = acceptsConnections(url);
    const isResponsive = await testing;
    testing = undefined;
    // A process that was blocked itself may have missed the response, so it tests again.
    const wasListening = checks - checksBefore >= TEST_MS / INTERVAL_MS - 1;
    if (isResponsive || released !== releasedBefore) pool.isUnresponsive = false;
    else if (wasListening) pool.isUnresponsive = true;
    if (!pool.isUnresponsive) return;
    pool.failPending();
    for (const client of inUse.keys()) void (client as pg.Client).end();
  }
}

/** A refusal is a response too: the database has no free connections, or rejects this one. */
async function acceptsConnections(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: TEST_MS });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return true;
  } catch (error) {
    return !(error instanceof Error && error.message.startsWith('timeout expired'));
  } finally {
    // A frozen database does not confirm the end of the connection.
    const ended = client.end().catch(() => undefined);
    await Promise.race([ended, setTimeout(TEST_MS, undefined, { ref: false })]);
  }
}
