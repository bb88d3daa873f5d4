import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readBand } from '#server/band/band.ts';
import { checkBandPack, loadBandPack } from '#server/catalog/band-pack/band-pack.ts';
import { formatProblem } from '#server/catalog/band-pack/pack-problem.ts';
import {
  createBandFile,
  readTables,
  toKey,
  writePack,
} from '#server/catalog/band-pack/write-pack.ts';
import { formatCommand } from '#server/command-name.ts';
import { openUrl } from '#server/db/open.ts';
import { projectFile } from '#server/project-files.ts';
import { withConfiguredDatabase } from './configured-database.ts';
import { readArguments } from './read-arguments.ts';

// npm run pack -- new NAME | check FOLDER | export [FOLDER]

const PACK = formatCommand('pack', '');
const USAGE = `${PACK} new NAME          creates a pack for a new band, in bands/
${PACK} check FOLDER      prints every problem of a pack, one per line
${PACK} export [FOLDER]   writes the configured database as a pack`;

const args = readArguments(USAGE, { max: Number.POSITIVE_INFINITY });
const [command, ...commandArgs] = args?.positionals ?? [];
const argument = commandArgs.join(' ').trim();
if (!args) {
  // `readArguments` has already printed the message.
} else if (command === 'new' && argument) await createPack(argument);
else if (command === 'check' && argument) await checkPack(argument);
else if (command === 'export') await exportPack(argument);
else fail(USAGE);

async function createPack(bandName: string): Promise<void> {
  const folder = buildFolderPath(bandName);
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  try {
    await writePack(folder, createBandFile(bandName, timeZone));
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error));
  }
  console.log(`${folder} was created. Edit its files (see docs/band-packs.md), then run:
  ${PACK} check ${folder}
and start the server with BAND_PACK=${folder}`);
}

async function checkPack(folder: string): Promise<void> {
  const { pack, problems } = await checkBandPack(folder);
  if (!pack) {
    const summary = problems.length === 1 ? '1 problem' : `${problems.length} problems`;
    return fail([...problems.map(formatProblem), `Found ${summary}.`].join('\n'));
  }
  const setlistCount = pack.shows.filter(({ setlist }) => setlist.length > 0).length;
  console.log(
    `No problems found: ${pack.songs.length} songs, ${pack.shows.length} shows, ` +
      `${setlistCount} setlists, ${pack.users.length} users.`,
  );
}

function exportPack(target: string): Promise<void> {
  return withConfiguredDatabase(async (url, { bandPack }) => {
    const pack = await loadBandPack(bandPack ?? fileURLToPath(projectFile('bands/lantern')));
    const { db, close } = await openUrl(url);
    try {
      const { version: _, ...band } = await readBand(db, pack.band);
      const folder = target || buildFolderPath(`${band.bandName} export`);
      const tables = await readTables(db, band, Date.now());
      await writePack(folder, { ...band, temporaryPassword: pack.temporaryPassword }, tables);
      const { shows, songs } = tables;
      const { problems } = await checkBandPack(folder);
      if (problems.length > 0)
        throw new Error(
          [...problems.map(formatProblem), `${folder} was written with these problems.`].join('\n'),
        );
      return `${folder} has ${songs.length} songs and ${shows.length} shows with their setlists.`;
    } finally {
      await close();
    }
  });
}

function buildFolderPath(name: string): string {
  return join('bands', toKey(name) || 'mine');
}

function fail(message: string): void {
  console.error(message);
  process.exitCode = 1;
}
