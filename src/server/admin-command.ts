import { grantAdmin, revokeAdmin } from './accounts/administrators.ts';
import { type Database, openDatabase } from './db/open.ts';

// npm run admin -- grant|revoke EMAIL

const [verb, email] = process.argv.slice(2);
const change = verb === 'grant' ? grantAdmin : verb === 'revoke' ? revokeAdmin : undefined;

if (change && email) process.exitCode = await run(change, email);
else {
  console.error('Usage: npm run admin -- grant|revoke EMAIL');
  process.exitCode = 2;
}

async function run(change: typeof grantAdmin, email: string): Promise<number> {
  let database: Database | undefined;
  try {
    database = await openDatabase({
      databaseUrl: process.env.DATABASE_URL || undefined,
      dataDir: process.env.DATA_DIR || '.data',
    });
    const isChanged = await change(database.db, email, null);
    const state = change === grantAdmin ? 'an administrator' : 'not an administrator';
    console.log(`${email} is ${isChanged ? 'now' : 'already'} ${state}.`);
    return 0;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return 1;
  } finally {
    await database?.close();
  }
}
