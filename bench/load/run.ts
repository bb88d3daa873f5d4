import { parseArgs } from 'node:util';
import type { Database } from '../../tests/crowd/seeded-product.ts';
import { measureDisconnects } from './cut.ts';
import { measureDeadline } from './deadline.ts';
import { measureReconnect } from './reconnect.ts';
import { isTargetMet, type LoadResult, print } from './report.ts';
import { measureSong } from './song.ts';

// npm run load [-- NAME...] [--database embedded|url]: runs all rushes of a live show or the named
// ones, on both databases or the named one. Runs on this machine only, for a few minutes per rush.

const RUSHES: Readonly<Record<string, readonly ((database: Database) => Promise<LoadResult>)[]>> = {
  deadline: [measureDeadline],
  song: [measureSong],
  reconnect: [
    (database) => measureReconnect(database, 'SIGTERM'),
    (database) => measureReconnect(database, 'SIGKILL'),
  ],
  cut: [measureDisconnects],
};
const DATABASES: readonly Database[] = ['embedded', 'url'];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { database: { type: 'string' } },
});
const databases = DATABASES.filter((name) => name === (values.database ?? name));
const rushes = positionals.length > 0 ? positionals : Object.keys(RUSHES);
if (databases.length === 0) throw new Error('The database must be embedded or url.');
for (const name of rushes) {
  const runs = RUSHES[name];
  if (!runs) throw new Error(`Unknown rush ${name}. Rushes: ${Object.keys(RUSHES).join(', ')}`);
  for (const run of runs)
    for (const database of databases) {
      const rush = await run(database);
      print(rush);
      if (!isTargetMet(rush)) process.exitCode = 1;
    }
}
