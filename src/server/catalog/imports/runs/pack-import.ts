import { and, eq } from 'drizzle-orm';
import type { Band } from '#contract/band.ts';
import type { ImportPreview, ImportQuery } from '#contract/imports.ts';
import { runAndPublish } from '../../../changes/run-change.ts';
import type { Db } from '../../../db/open.ts';
import { importRuns } from '../../../db/schema/imports.ts';
import { ApiError } from '../../../http/api-error.ts';
import { checkTimeZone } from '../../../shows/show-date.ts';
import { readDemoBand } from '../../band-pack/band-file.ts';
import type { BandPack } from '../../band-pack/band-pack.ts';
import { loadPack, type PackCounts } from '../../band-pack/import-pack.ts';
import { previewPack } from '../../band-pack/preview-pack.ts';
import { checkInChildProcess } from '../reader-process/check-in-child-process.ts';
import { ImportStoppedError } from '../readers/import-stopped-error.ts';
import { NOTHING_IMPORTED, type SavedFile } from '../readers/unpack.ts';
import type { OpenImport } from './import-options.ts';
import type { ImportTrace } from './import-trace.ts';

const SOURCE = 'pack';
const PREVIEWED_SHOWS = 5;

interface PackImportOptions {
  files: readonly SavedFile[];
  signal: AbortSignal;
  band: Band;
  now: number;
}

/** Throws 400 with all problems in the tables. Imports in one transaction. */
export async function openPackImport(
  db: Db,
  { start, zone }: Pick<ImportQuery, 'start' | 'zone'>,
  { files, signal, band: currentBand, now }: PackImportOptions,
): Promise<OpenImport> {
  if (files.length === 0) throw new ApiError(400, 'Choose a file');
  if (zone) checkTimeZone(zone);
  // Otherwise their keys would mark them as demo content, which is removed with the demo.
  if (currentBand.bandName === (await readDemoBand()))
    throw new ApiError(409, 'Name your band first. This site still belongs to the demo band.');
  const band = {
    ...currentBand,
    timeZone: zone ?? currentBand.timeZone,
    usualStart: start ?? currentBand.usualStart,
  };
  const { timeZone, usualStart, defaultCountry } = band;
  const defaults = { timeZone, usualStart, defaultCountry };
  const { tables, problems, problemCount } = await checkInChildProcess(
    { files, defaults, now },
    signal,
  );
  if (!tables) throw createProblemsError(problems, problemCount);
  const pack: BandPack = { band, ...tables, temporaryPassword: '', users: [], sources: [] };
  const location = files.map(({ name }) => name).join(', ');

  return {
    source: SOURCE,
    preview: async () => describePack(pack, await previewPack(db, pack, now)),
    async run({ actorId, runId, bus }) {
      const { results } = await runAndPublish({ db, bus }, actorId, async (scope) => {
        const loadedPack = await loadPack(scope, pack, now);
        const { results, trace, emptyPlaces } = loadedPack;
        const { songs, shows, filledShows } = results;
        if (songs.imported + shows.imported + filledShows + trace.songKeys.length > 0)
          await scope.record({
            action: 'setup.import',
            after: {
              source: SOURCE,
              where: location,
              shows: { new: shows.imported, filled: filledShows },
              songs: { new: songs.imported },
              ...emptyPlaces,
              trace: { runId, ...trace, imported: [], proposed: [] } satisfies ImportTrace,
            },
          });
        // An administrator can stop the import until it is committed.
        const progress = { place: location, done: pack.shows.length, total: pack.shows.length };
        const isRunning = and(eq(importRuns.id, runId), eq(importRuns.state, 'running'));
        const running = await scope.tx
          .update(importRuns)
          .set(progress)
          .where(isRunning)
          .returning();
        if (running.length === 0)
          throw new ImportStoppedError('The import', 'it was stopped', NOTHING_IMPORTED);
        return loadedPack;
      });
      return formatCounts(pack, results);
    },
  };
}

function createProblemsError(
  problems: { path: string; message: string }[],
  count: number,
): ApiError {
  const total = count === 1 ? 'a problem' : `${count.toLocaleString('en-US')} problems`;
  const listed = count > problems.length ? ` The first ${problems.length} are listed.` : '';
  return new ApiError(400, `The files have ${total}. ${NOTHING_IMPORTED}${listed}`, {
    issues: problems,
  });
}

function describePack(
  pack: BandPack,
  { catalog, ...counts }: Awaited<ReturnType<typeof previewPack>>,
): ImportPreview {
  const { songs, shows, filledShows } = counts;
  return {
    source: SOURCE,
    isFirstPage: false,
    shows: { new: shows.imported, changed: filledShows, unchanged: shows.skipped - filledShows },
    songs: { all: pack.songs.length, unknown: songs.imported },
    doubt: null,
    firstShows: catalog.shows.slice(0, PREVIEWED_SHOWS).map(({ name, date, timeZone }) => ({
      name,
      date: date.toISOString(),
      timeZone: timeZone ?? pack.band.timeZone,
    })),
    lines: formatCounts(pack, counts),
  };
}

function formatCounts(pack: BandPack, { songs, shows, setlists }: PackCounts): string[] {
  const allSetlists = pack.shows.filter(({ setlist }) => setlist.length > 0).length;
  return [
    ['Songs', songs.imported, songs.skipped],
    ['Shows', shows.imported, shows.skipped],
    ['Setlists', setlists, allSetlists - setlists],
  ].map(([label, added, existing]) => `${label}: ${added} new, ${existing} unchanged`);
}
