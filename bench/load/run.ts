import { parseArgs } from 'node:util';
import type { Database } from '../../tests/crowd/evening.ts';
import { cut } from './cut.ts';
import { deadline } from './deadline.ts';
import { reconnect } from './reconnect.ts';
import { holds, print, type Rush } from './report.ts';
import { song } from './song.ts';

// npm run load [-- NAME...] [--database embedded|url]: the rushes of a show's night, all or those named,
// on both databases or the one named; on this machine only, a few minutes each.

const RUSHES: Readonly<Record<string, readonly ((database: Database) => Promise<Rush>)[]>> = {
  deadline: [deadline],
  song: [song],
  reconnect: [
    (database) => reconnect(database, 'SIGTERM'),
    (database) => reconnect(database, 'SIGKILL'),
  ],
  cut: [cut],
};
const DATABASES: readonly Database[] = ['embedded', 'url'];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { database: { type: 'string' } },
});
const databases = DATABASES.filter((one) => one === (values.database ?? one));
const rushes = positionals.length > 0 ? positionals : Object.keys(RUSHES);
if (databases.length === 0) throw new Error('The database is embedded or url.');
for (const name of rushes) {
  const runs = RUSHES[name];
  if (!runs) throw new Error(`There is no rush ${name}, only ${Object.keys(RUSHES).join(', ')}`);
  for (const run of runs)
    for (const database of databases) {
      const rush = await run(database);
      print(rush);
      if (!holds(rush)) process.exitCode = 1;
    }
}
