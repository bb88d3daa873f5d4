import pg from 'pg';

/** Any number but those of other locks of this product's database. */
const BACKUP_LOCK = 4_100_281;
const PATIENCE_MS = 5_000;

/**
 * Chooses one of the nodes that serve a database: the one whose session holds an advisory lock. It stays chosen
 * until its session ends, so that the next look of another node finds the night taken.
 */
export function electNode(url: string) {
  let session: pg.Client | undefined;

  async function leave(): Promise<void> {
    const left = session;
    session = undefined;
    await left?.end().catch(() => undefined);
  }

  return {
    async isChosen(): Promise<boolean> {
      // A session that broke has lost the lock with it.
      if (session && (await session.query('select 1').catch(() => undefined))) return true;
      await leave();
      const client = new pg.Client({
        connectionString: url,
        connectionTimeoutMillis: PATIENCE_MS,
        query_timeout: PATIENCE_MS,
        keepAlive: true,
      });
      client.on('error', () => undefined);
      await client.connect();
      const { rows } = await client.query('select pg_try_advisory_lock($1) as "isMine"', [
        BACKUP_LOCK,
      ]);
      if (rows[0]?.isMine) session = client;
      else await client.end();
      return session !== undefined;
    },
    close: leave,
  };
}
