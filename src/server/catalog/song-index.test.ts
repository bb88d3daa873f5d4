import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ProposedChange } from '#contract/imports.ts';
import type { SetlistEntry } from '#contract/setlists.ts';
import type { Song } from '#contract/songs.ts';
import {
  buildFishRow,
  buildUpload,
  DEFAULT_START,
  formatShowLine,
  toFishResponse,
  upload,
} from '../../../tests/support/archives.ts';
import { createImportClient } from '../../../tests/support/import-client.ts';
import { openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { checkInvariants } from '../invariants/check.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(async () => {
  const brokenInvariants = (await checkInvariants(app.database.db)).filter(
    ({ rows }) => rows.length > 0,
  );
  await app.close();
  expect(brokenInvariants).toEqual([]);
});

async function load(...lines: string[]): Promise<string | undefined> {
  const summary = await createImportClient(app).load(...lines);
  return summary.find((line) => line.startsWith('Songs: '));
}
const findSong = async (title: string): Promise<Song | undefined> => {
  const songs: Song[] = (await app.admin.get('/api/songs')).json();
  return songs.find((song) => song.title === title);
};
const buildShowOnDay = (day: number, ...titles: string[]) =>
  formatShowLine({ id: day, date: `1982-03-0${day}` }, ...titles);

test('matches an existing song after an administrator renames it', async () => {
  const { id } = (await app.admin.post('/api/songs', { title: 'Lantrn' })).json();
  expect(await load(buildShowOnDay(1, 'LANTRN', 'Ember'))).toBe('Songs: 1 new');
  expect((await findSong('Lantrn'))?.id).toBe(id);
  await app.admin.patch(`/api/songs/${id}`, { title: 'Lantern' });
  expect(await load(buildShowOnDay(1, 'Lantrn', 'Ember'))).toBe('Songs: 0 new');
  expect(await load(buildShowOnDay(2, 'Lantrn'))).toBe('Songs: 0 new');
  expect([await findSong('Lantrn'), await findSong('Lantern')]).toEqual([
    undefined,
    expect.objectContaining({ id, timesPlayed: 2 }),
  ]);
});

test('recreates a deleted song only for a new show that plays it', async () => {
  await load(buildShowOnDay(3, 'Doomed', 'Gale'));
  const deletedSong = await findSong('Doomed');
  await app.admin.delete(`/api/songs/${deletedSong?.id}`);
  expect(await load(buildShowOnDay(3, 'Doomed', 'Gale'))).toBe('Songs: 0 new');
  expect(await findSong('Doomed')).toBeUndefined();
  expect(await load(buildShowOnDay(3, 'Doomed', 'Gale'), buildShowOnDay(4, 'Doomed'))).toBe(
    'Songs: 1 new',
  );
  expect(await findSong('Doomed')).toMatchObject({ timesPlayed: 1 });
});

test('matches proposed songs by archive ID even when another archive corrects the same show', async () => {
  const { admin } = app;
  const line = { id: 'both', date: '1982-04-01', venue: 'Both' };
  const row = { showdate: line.date, venuename: line.venue, song_id: 9, songname: 'Harbor' };
  const importFromSite = async (...rows: unknown[]) => {
    const query = {
      kind: 'songfish',
      site: 'lanterns.example',
      ...DEFAULT_START,
    } as const;
    await upload(admin, buildUpload(query, { saved: toFishResponse(rows) }));
  };
  await load(formatShowLine(line, 'Harbor'));
  await importFromSite(buildFishRow(row));
  await admin.patch(`/api/songs/${(await findSong('Harbor'))?.id}`, { title: 'Harbour' });
  await importFromSite(
    buildFishRow(row),
    buildFishRow({ ...row, position: 2, song_id: 10, songname: 'Isle' }),
  );
  await load(formatShowLine({ ...line, tour: 'Spring' }, 'Harbor'));
  const [proposal]: ProposedChange[] = (await admin.get('/api/admin/proposed-changes')).json();
  expect(proposal?.lines).toHaveLength(3);
  await admin.post(`/api/admin/proposed-changes/${proposal?.show.id}/accept`);
  const rows: SetlistEntry[] = (await admin.get(`/api/shows/${proposal?.show.id}/setlist`)).json();
  expect(rows.map(({ song }) => song.title)).toEqual(['Harbour', 'Isle']);
});

test('imports a title whose characters expand under normalization', async () => {
  expect(await load(buildShowOnDay(5, '\ufdfa'.repeat(90)))).toBe('Songs: 1 new');
});
