import { readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { IMPORT_LIMITS } from '#contract/import-limits.ts';
import { importQuery } from '#contract/imports.ts';
import type { SavedFile } from '#server/catalog/imports/readers/unpack.ts';
import { formatSummary } from '#server/catalog/imports/runs/format-summary.ts';
import { importAsRun } from '#server/catalog/imports/runs/import-as-run.ts';
import { previewArchive } from '#server/catalog/imports/runs/preview-archive.ts';
import {
  type ArchiveQuery,
  buildArchiveRequest,
  isArchiveQuery,
} from '#server/catalog/imports/sites/archive-request.ts';
import { openArchive } from '#server/catalog/imports/sites/open-archive.ts';
import { findSetlistfmKey } from '#server/catalog/imports/sites/setlistfm-key.ts';
import { formatCommand } from '#server/command-name.ts';
import { findRunningCluster } from '#server/db/embedded/cluster.ts';
import type { Db } from '#server/db/open.ts';
import type { Environment } from '#server/environment.ts';
import { createScoring } from '#server/scoring/calculate.ts';
import {
  formatPreview,
  formatProgress,
  importThroughServer,
} from './import/import-through-server.ts';
import { readArguments as readCommandLine } from './read-arguments.ts';
import { runCommand, withConfiguration } from './run-command.ts';

// npm run import -- setlistfm|songfish|shows …: imports into the configured database. If a server
// runs on the embedded database, that server imports.

const IMPORT = formatCommand('import', '');
const USAGE = `Usage: ${IMPORT} setlistfm --artist MBID [--since YYYY]   (SETLISTFM_API_KEY)
       ${IMPORT} songfish --site HOST [--artist ID] [--since YYYY]
       ${IMPORT} shows FILE…
Each with: --start 19:30 --zone America/New_York   start time and zone of shows without them
           --file FILE…                            saved responses instead of the site
           --dry-run                               prints what would change without writing`;

interface Arguments {
  query: ArchiveQuery;
  files: SavedFile[];
  isDryRun: boolean;
}

await main();

async function main(): Promise<void> {
  await withConfiguration(async (environment) => {
    const args = readArguments();
    if (args === 'handled') return;
    if (!args) {
      console.error(USAGE);
      process.exitCode = 2;
      return;
    }
    const { databaseUrl, dataDir } = environment;
    const hasRunningServer = !databaseUrl && (await findRunningCluster(dataDir)) !== undefined;
    if (hasRunningServer) await importThroughServer(args, environment);
    else await runCommand((db) => importDirectly(db, args, environment));
  });
}

/** Returns undefined after printing what is wrong with the arguments. */
function readArguments(): Arguments | 'handled' | undefined {
  const args = readCommandLine(USAGE, {
    max: Number.POSITIVE_INFINITY,
    options: {
      artist: { type: 'string' },
      site: { type: 'string' },
      since: { type: 'string' },
      start: { type: 'string' },
      zone: { type: 'string' },
      file: { type: 'string', multiple: true, default: [] },
      'dry-run': { type: 'boolean', default: false },
    },
  });
  if (!args) return 'handled';
  const { values, positionals } = args;
  const { file, 'dry-run': isDryRun, ...options } = values;
  // A shell expands `--file page*.json` to one option and many names.
  const [kind, ...names] = positionals;
  const { data: query, error } = importQuery.safeParse({ kind, ...options });
  if (kind && error) console.error(error.issues.map(({ message }) => message).join('\n'));
  if (!query || !isArchiveQuery(query)) return undefined;
  return { query, isDryRun, files: readFiles([...file, ...names]) };
}

function readFiles(paths: readonly string[]): SavedFile[] {
  const bytes = paths.reduce((sum, path) => sum + statSync(path).size, 0);
  const maxBytes = IMPORT_LIMITS.unpackedBytes;
  if (bytes > maxBytes)
    throw new Error(
      `Together, the files are larger than ${maxBytes / 1024 / 1024} MB. Import them in several parts: nothing is imported twice.`,
    );
  return paths.map((path) => ({ name: basename(path), bytes: readFileSync(path) }));
}

async function importDirectly(
  db: Db,
  { query, files, isDryRun }: Arguments,
  environment: Environment,
): Promise<string> {
  const apiKey = await findSetlistfmKey(db, environment.setlistfmApiKey);
  const request = buildArchiveRequest(query, { files, apiKey });
  const options = {
    scoring: createScoring({ clock: Date.now }),
    clock: Date.now,
    defaultStart: request.defaultStart,
  };
  const archive = await openArchive(request, environment);
  if (isDryRun) {
    const isFirstPage = files.length === 0;
    return formatPreview(await previewArchive(db, archive, { ...options, isFirstPage }));
  }
  const summary = await importAsRun(db, archive, {
    ...options,
    onProgress: ({ location: place, done, total }) =>
      console.log(formatProgress({ place, done, total })),
  });
  return formatSummary(summary).join('\n');
}
