import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { BodyOf } from '#contract/endpoint.ts';
import { type startImport, startImportBody } from '#contract/imports.ts';
import { commandOf } from '#server/command-of.ts';
import { findRunningCluster } from '#server/db/embedded/cluster.ts';
import type { Db } from '#server/db/open.ts';
import type { Environment } from '#server/environment.ts';
import { importArchive } from '#server/imports/import-archive.ts';
import { openArchive } from '#server/imports/open-archive.ts';
import { readImport } from '#server/imports/read-import.ts';
import { findSetlistfmKey } from '#server/imports/setlistfm-key.ts';
import { tellSummary } from '#server/imports/tell-summary.ts';
import { createScoring } from '#server/scoring/calculate.ts';
import { importThere, progressOf } from './import/import-there.ts';
import { readArguments as readCommandLine } from './read-arguments.ts';
import { runCommand, withConfiguration } from './run-command.ts';

// npm run import -- setlistfm|songfish|shows …: into the configured database. Where a server runs on the
// embedded one, that server imports.

const IMPORT = commandOf('import', '');
const USAGE = `Usage: ${IMPORT} setlistfm --artist MBID [--since YYYY]   (SETLISTFM_API_KEY)
       ${IMPORT} songfish --site HOST [--artist ID] [--since YYYY]
       ${IMPORT} shows FILE…
Each with: --start 19:30 --zone America/New_York   when shows start, where the archive does not say it
           --file FILE…                            saved answers instead of the site`;

type Body = BodyOf<typeof startImport>;

await main();

async function main(): Promise<void> {
  await withConfiguration(async (environment) => {
    const body = readArguments();
    if (body === 'answered') return;
    if (!body) {
      console.error(USAGE);
      process.exitCode = 2;
      return;
    }
    const { databaseUrl, dataDir } = environment;
    const isServed = !databaseUrl && (await findRunningCluster(dataDir)) !== undefined;
    if (isServed) await importThere(body, environment);
    else await runCommand((db) => importHere(db, body, environment));
  });
}

/** Undefined where they cannot be made out, having said why. */
function readArguments(): Body | 'answered' | undefined {
  const args = readCommandLine(USAGE, {
    most: Number.POSITIVE_INFINITY,
    options: {
      artist: { type: 'string' },
      site: { type: 'string' },
      since: { type: 'string' },
      start: { type: 'string' },
      zone: { type: 'string' },
      file: { type: 'string', multiple: true, default: [] },
    },
  });
  if (!args) return 'answered';
  const { values, positionals } = args;
  const { file, ...options } = values;
  // A shell makes of `--file page*.json` one option and many names.
  const [kind, ...names] = positionals;
  const files = [...file, ...names].map((path) => {
    return { name: basename(path), base64: readFileSync(path).toString('base64') };
  });
  const { data, error } = startImportBody.safeParse({ kind, ...options, files });
  if (kind && error) console.error(error.issues.map(({ message }) => message).join('\n'));
  return data;
}

/** No server runs on it: the database is ours meanwhile. */
async function importHere(db: Db, body: Body, environment: Environment): Promise<string> {
  const { usual, wanted } = readImport(
    body,
    await findSetlistfmKey(db, environment.setlistfmApiKey),
  );
  const summary = await importArchive(db, await openArchive(wanted, environment), {
    scoring: createScoring({ clock: Date.now }),
    clock: Date.now,
    usual,
    onProgress: ({ where: place, done, total }) => console.log(progressOf({ place, done, total })),
  });
  return tellSummary(summary).join('\n');
}
