import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import type { WatchedPool } from './watched-pool.ts';

const INTERVAL_MS = 250;

/** A client in use for this many checks triggers a test connection. */
const SUSPICIOUS_CHECKS = 3;

const TEST_MS = 1_000;

/**
 * Detects a frozen or unreachable database by whether it accepts connections. Until it does again,
 * pending queries fail within three seconds and new ones immediately. Returns a stop function.
 */
export function watchDatabase(pool: WatchedPool, url: string): () => Promise<void> {
  /** By client, the check at which it was acquired. */
  const inUse = new Map<unknown, number>();
  let checks = 0;
  let testing: Promise<boolean> | undefined;
  /** Each release means that the database answered. */
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
    // A process that was blocked itself may have missed the response.
    const wasListening = checks - checksBefore >= TEST_MS / INTERVAL_MS - 1;
    if (isResponsive || released !== releasedBefore) pool.isUnresponsive = false;
    else if (wasListening) pool.isUnresponsive = true;
    if (!pool.isUnresponsive) return;
    pool.failPending();
    for (const client of inUse.keys()) void (client as pg.Client).end();
  }
}

/** A refusal counts: the database responds but has no free connection. */
async function acceptsConnections(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: TEST_MS });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return true;
  } catch (error) {
    return !(error instanceof Error && error.message.startsWith('timeout expired'));
  } finally {
    // A frozen database never confirms the end of the connection.
    const ended = client.end().catch(() => undefined);
    await Promise.race([ended, setTimeout(TEST_MS, undefined, { ref: false })]);
  }
}
