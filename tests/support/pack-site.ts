import { type previewImport, startImport } from '#contract/imports.ts';
import { auditLog } from '#server/db/schema/audit.ts';
import { importedSongs, importRuns } from '#server/db/schema/imports.ts';
import { liveSetlistSongs } from '#server/db/schema/setlists.ts';
import { shows } from '#server/db/schema/shows.ts';
import { songs } from '#server/db/schema/songs.ts';
import { buildUpload, formatShowLine, upload } from './archives.ts';
import { createImportClient } from './import-client.ts';
import { openTestApp, type TestResponse } from './test-app.ts';
import { ok } from './tour.ts';

export const PACK_SONGS = `key,title,album,rarity,category,timesPlayed,firstPlayed,lastPlayed,averagePosition
lamp,"Lamp, Lit",Wicks,common,studio,12,2015-05-01,2019-08-30,7.50
moth,Moth,,rare,,0,,,
`;
export const PACK_SHOWS = `key,name,venue,city,state,country,timeZone,date,time,tourName
hall,Night of Tests,Test Hall,Albany,NY,,,2020-02-29,19:30,Test Tour
fair,The Fair,,Cork,,Ireland,Europe/Dublin,2190-07-01,,
`;
export const PACK_SETLISTS = `show,position,song,set,closer,minutes,notes
hall,1,lamp,Set 1,,9,"Slow ""start"""
hall,2,,,,,
hall,3,moth,,yes,20,
`;
export const PACK_TABLE_FILES = {
  'songs.csv': PACK_SONGS,
  'shows.csv': PACK_SHOWS,
  'setlists.csv': PACK_SETLISTS,
};

export type PackFiles = Parameters<typeof buildUpload>[1];

/** The app's band isn't the demo's, and every table has unrelated content. */
export async function openPackSite() {
  const app = await openTestApp();
  const readRows = (...tables: unknown[]) =>
    Promise.all(tables.map((table) => app.database.db.select().from(table as typeof shows)));
  const renameBand = async (bandName: string): Promise<void> =>
    void ok(await app.admin.patch('/api/admin/band', { bandName, timeZone: 'America/New_York' }));
  await renameBand('The Testers');
  await createImportClient(app).load(
    formatShowLine({ id: 'unrelated', date: '1990-01-01', venue: 'Other Hall' }, 'Ember'),
  );
  return {
    app,
    renameBand,
    send: (
      files: PackFiles,
      endpoint: typeof startImport | typeof previewImport = startImport,
    ): Promise<TestResponse> => upload(app.admin, buildUpload({ kind: 'pack' }, files), endpoint),
    readContent: () => readRows(shows, songs, liveSetlistSongs, importedSongs),
    readEverything: () =>
      readRows(shows, songs, liveSetlistSongs, importedSongs, importRuns, auditLog),
  };
}
