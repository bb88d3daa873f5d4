import { type Database, openDatabase } from './db/open.ts';
import { loadBandPack } from './setup/band-pack.ts';
import { initializeDatabase } from './setup/initialize.ts';

// npm run setup

process.exitCode = await run();

async function run(): Promise<number> {
  let database: Database | undefined;
  try {
    const pack = await loadBandPack(process.env.BAND_PACK || 'bands/lantern');
    database = await openDatabase({
      databaseUrl: process.env.DATABASE_URL || undefined,
      dataDir: process.env.DATA_DIR || '.data',
    });
    const how = { now: Date.now(), actorId: null };
    const { songs, shows } = await initializeDatabase(database.db, pack, how);
    console.log(`Imported ${songs.imported} songs and ${shows.imported} shows.`);
    console.log(`Skipped ${songs.skipped} songs and ${shows.skipped} shows that were there.`);
    return 0;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return 1;
  } finally {
    await database?.close();
  }
}
