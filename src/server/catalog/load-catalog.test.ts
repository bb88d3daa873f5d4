import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestDatabase } from '../../../tests/support/test-database.ts';
import { liveSetlistSongs } from '../db/schema/setlists.ts';
import { shows } from '../db/schema/shows.ts';
import { songs } from '../db/schema/songs.ts';
import type { CatalogShow } from './catalog-show.ts';
import { loadCatalog } from './load-catalog.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const ember = { importKey: 'test:ember', title: 'Ember' };
const row = { setLabel: null, isCloser: false, segue: false, notes: null };
const show: CatalogShow = {
  importKey: 'test:barn',
  name: 'Barn',
  city: 'Troy',
  date: new Date('2001-02-03T20:00Z'),
  timeZone: 'UTC',
  status: 'closed',
  setlist: [
    { ...row, position: 1, song: ember, minutes: 5 },
    { ...row, position: 3, song: { importKey: 'other:ember', title: 'EMBER' } },
  ],
  sources: [{ source: 'shows', sourceId: 'barn', details: {}, setlistHash: 'none' }],
};

function load() {
  return database.db.transaction((tx) =>
    loadCatalog(tx, {
      songs: [ember],
      async match() {
        const isKnown = (await tx.$count(shows, eq(shows.importKey, show.importKey))) > 0;
        return isKnown ? { existing: [show], newShows: [] } : { existing: [], newShows: [show] };
      },
      reconcile: async (existing) => existing.length,
    }),
  );
}

it('loads a show once when two callers load it at the same time, and returns what it wrote', async () => {
  const results = await Promise.all([load(), load()]);
  const [first, second] = results.sort((a, b) => a.reconciled - b.reconciled);
  const [storedShow] = await database.db.select().from(shows);
  const [song, ...others] = await database.db.select().from(songs);
  expect(others).toEqual([]);
  expect(first?.trace).toEqual({
    showIds: [storedShow?.id],
    songIds: [song?.id],
    songKeys: ['other:ember'],
  });
  expect(second?.trace).toEqual({ showIds: [], songIds: [], songKeys: [] });
  const entries = await database.db.select().from(liveSetlistSongs);
  expect(entries.map(({ songId, playedAt }) => [songId, playedAt])).toEqual([
    [song?.id, new Date('2001-02-03T20:05Z')],
    [song?.id, null],
  ]);
});
