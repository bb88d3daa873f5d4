import pg from 'pg';

/** Differs from every other advisory lock key. */
const BACKUP_LOCK = 4_100_281;
const TIMEOUT_MS = 5_000;

/** Elects the one node that makes the backups. It leads until its database session ends. */
export function createLeaderElection(url: string) {
  let session: pg.Client | undefined;

  async function endSession(): Promise<void> {
    const closingSession = session;
    session = undefined;
    await closingSession?.end().catch(() => undefined);
  }

  return {
    async isLeader(): Promise<boolean> {
      // A broken session has lost its lock.
      if (session && (await session.query('select 1').catch(() => undefined))) return true;
      await endSession();
      const client = new pg.Client({
        connectionString: url,
        connectionTimeoutMillis: TIMEOUT_MS,
        query_timeout: TIMEOUT_MS,
        keepAlive: true,
      });
      client.on('error', () => undefined);
      await client.connect();
      const { rows } = await client.query('select pg_try_advisory_lock($1) as "isLocked"', [
        BACKUP_LOCK,
      ]);
      if (rows[0]?.isLocked) session = client;
      else await client.end();
      return session !== undefined;
    },
    close: endSession,
  };
}
