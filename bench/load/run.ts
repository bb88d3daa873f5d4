import { parseArgs } from 'node:util';
import type { Database } from '../../tests/crowd/seeded-product.ts';
import { measureDisconnects } from './cut.ts';
import { measureDeadline } from './deadline.ts';
import { measureReconnect } from './reconnect.ts';
import { isTargetMet, type LoadResult, print } from './report.ts';
import { measureSong } from './song.ts';

// npm run load [-- NAME...] [--database embedded|url]: runs all load tests or the named ones, on
// both databases or the named one. Runs on this machine only, for a few minutes per test.

const LOAD_TESTS: Readonly<
  Record<string, readonly ((database: Database) => Promise<LoadResult>)[]>
> = {
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
const names = positionals.length > 0 ? positionals : Object.keys(LOAD_TESTS);
if (databases.length === 0) throw new Error('The database must be embedded or url.');
for (const name of names) {
  const runs = LOAD_TESTS[name];
  if (!runs)
    throw new Error(`Unknown load test ${name}. Load tests: ${Object.keys(LOAD_TESTS).join(', ')}`);
  for (const run of runs)
    for (const database of databases) {
      const result = await run(database);
      print(result);
      if (!isTargetMet(result)) process.exitCode = 1;
    }
}
