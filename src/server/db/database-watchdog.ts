import { setTimeout } from 'node:timers/promises';
import pg from 'pg';

/** How often it is looked whether anything waits. */
const LOOK_MS = 250;

/** A query that waits for this many checks makes the watchdog test the connection. */
const LOOKS_TO_DOUBT = 3;

/** Timeout of the test connection. */
const ANSWER_MS = 1_000;

/**
 * Detects a database that stopped answering: it was frozen, or its machine or network is gone. Pending
 * queries then fail within three seconds and new ones at once, until it answers again. A slow statement
 * does not count, because a working database still accepts connections. Returns a function that stops
 * the watchdog and resolves when its connections are closed.
 */
export function watchDatabase(pool: pg.Pool, url: string): () => Promise<void> {
  /** What waits for a connection or has one, and at which look it began. */
  const waiting = new Map<unknown, number>();
  let looks = 0;
  let isSilent = false;
  let asking: Promise<boolean> | undefined;
  /** How often a connection was given back: its last statement was answered. */
  let heard = 0;

  pool.on('acquire', (client) => waiting.set(client, looks));
  pool.on('release', (_error, client) => {
    heard += 1;
    waiting.delete(client);
  });
  pool.on('remove', (client) => waiting.delete(client));
  const giveUpAll = refuseWhile(pool, () => isSilent);

  const timer = setInterval(() => void look(), LOOK_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await asking;
  };

  async function look(): Promise<void> {
    looks += 1;
    const [first = looks] = waiting.values();
    if (asking || (!isSilent && looks - first < LOOKS_TO_DOUBT)) return;
    const [heardBefore, looksBefore] = [heard, looks];
    asking = answers(url);
    const isAnswered = await asking;
    asking = undefined;
    // A process that stood still itself has not listened: it asks again.
    const hasListened = looks - looksBefore >= ANSWER_MS / LOOK_MS - 1;
    if (isAnswered || heard !== heardBefore) isSilent = false;
    else if (hasListened) isSilent = true;
    if (!isSilent) return;
    giveUpAll();
    for (const client of waiting.keys()) void (client as pg.Client).end();
  }
}

/**
 * Without this each would wait for itself until it gives up, and then for the connection that the pool
 * opens in place of one that ended. Returns what ends the waiting of all that wait for a connection.
 */
function refuseWhile(pool: pg.Pool, isSilent: () => boolean): () => void {
  const connect = pool.connect.bind(pool) as () => Promise<pg.PoolClient>;
  const giveUps = new Set<() => void>();

  function connectUnlessSilent(): Promise<pg.PoolClient> {
    return new Promise((resolve, reject) => {
      let hasGivenUp = false;
      const giveUp = () => {
        hasGivenUp = true;
        reject(new Error('timeout exceeded: the database is silent'));
      };
      if (isSilent()) return giveUp();
      giveUps.add(giveUp);
      connect()
        .then((client) => (hasGivenUp ? client.release() : resolve(client)), reject)
        .finally(() => giveUps.delete(giveUp));
    });
  }

  pool.connect = ((callback?: Callback) => {
    const connected = connectUnlessSilent();
    if (!callback) return connected;
    connected.then((client) => callback(undefined, client, client.release.bind(client)), callback);
    return undefined;
  }) as typeof pool.connect;

  return () => {
    for (const giveUp of giveUps) giveUp();
  };
}

type Callback = (error?: Error, client?: pg.PoolClient, release?: pg.PoolClient['release']) => void;

/** Whether anybody is there: that it takes no more connections, or refuses this one, is an answer, too. */
async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: ANSWER_MS });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return true;
  } catch (error) {
    return !(error instanceof Error && error.message.startsWith('timeout expired'));
  } finally {
    // One that is silent does not see it off either.
    const gone = client.end().catch(() => undefined);
    await Promise.race([gone, setTimeout(ANSWER_MS, undefined, { ref: false })]);
  }
}
