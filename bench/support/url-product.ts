import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { type Database, openUrl } from '#server/db/open.ts';
import { POOL_SIZE } from '#server/environment.ts';
import { startPostgres } from '../../tests/support/postgres.ts';
import { type RunningServer, startServer } from './processes.ts';
import { seedFans } from './seed.ts';

export interface UrlProduct extends RunningServer {
  databaseUrl: string;
  database: Database;
  close(): Promise<void>;
}

/** PostgreSQL is as durable as in production. */
export async function startUrlProduct(
  fans: number,
  seed: (database: Database) => Promise<void>,
  { env = {}, nodeArgs = [] }: { env?: Record<string, string>; nodeArgs?: string[] } = {},
): Promise<UrlProduct> {
  const folder = mkdtempSync(join(tmpdir(), 'called-it-bench-'));
  const postgres = await startPostgres({ fsync: true });
  // No statement timeout: seeding a million fans takes minutes per statement.
  const database = await openUrl(postgres.url, POOL_SIZE, 0);
  await seedFans(database.db, fans);
  await signInAll(database, fans);
  await seed(database);
  await database.db.execute(sql`vacuum analyze`);
  const server = await startServer(() => [...nodeArgs, 'dist/server/main.js'], '/readyz', {
    DATABASE_URL: postgres.url,
    DATA_DIR: folder,
    ...env,
  });
  return {
    ...server,
    databaseUrl: postgres.url,
    database,
    async close() {
      await server.stop();
      await database.close();
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Fans are numbered from 1, like the names from `seedFans`. */
export function buildSessionCookie(fan: number): string {
  return `called_it_session=${buildSessionToken(fan)}`;
}

/** The database contains only the token's hash. */
function buildSessionToken(fan: number): string {
  return `bench${fan}`.padEnd(43, 'x');
}

async function signInAll({ db }: Database, fans: number): Promise<void> {
  const hashes = Array.from({ length: fans }, (_, n) =>
    createHash('sha256')
      .update(buildSessionToken(n + 1))
      .digest('hex'),
  );
  await db.execute(sql`
    insert into sessions (token_hash, user_id)
    select hash, users.id
    from unnest(${sql.param(`{${hashes.join(',')}}`)}::text[]) with ordinality hashes (hash, n)
    join users on users.username = 'fan' || n`);
}
