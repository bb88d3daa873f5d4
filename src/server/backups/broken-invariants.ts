import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { readLastMigration, readMigrations } from '../db/migrate.ts';
import { ACCESS_INVARIANTS } from '../invariants/account-queries.ts';
import { checkInvariants } from '../invariants/check.ts';

/** Returns the names of the broken invariants, or none if the schema is not the newest. */
export async function findBrokenInvariants(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  try {
    await client.connect();
    if ((await readLastMigration(client)) !== readMigrations().at(-1)?.when) return [];
    const results = await checkInvariants(drizzle(client));
    return results
      .filter(({ name, rows }) => rows.length > 0 && !ACCESS_INVARIANTS.has(name))
      .map(({ name }) => name);
  } finally {
    await client.end();
  }
}
