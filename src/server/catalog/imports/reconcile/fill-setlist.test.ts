import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOUR } from '#contract/durations.ts';
import type { Show } from '#contract/shows.ts';
import { buildUpload, formatShowLine, upload } from '../../../../../tests/support/archives.ts';
import { createImportClient } from '../../../../../tests/support/import-client.ts';
import { openTestApp, type TestApp } from '../../../../../tests/support/test-app.ts';
import { addShow, addSong, planTour } from '../../../../../tests/support/tour.ts';
import { checkInvariants } from '../../../invariants/check.ts';

let app: TestApp;
let ember: string;
beforeAll(async () => {
  app = await openTestApp();
  ember = (await addSong(app.admin, 'Ember')).id;
});
afterAll(async () => {
  const brokenInvariants = (await checkInvariants(app.database.db)).filter(
    ({ rows }) => rows.length > 0,
  );
  await app.close();
  expect(brokenInvariants).toEqual([]);
});

const FILLED = 'Setlists added to existing shows: 1';
const NOT_OVER = 'Not over yet, import them again later: 1';

const listSetlist = async (id: string) =>
  (await createImportClient(app).fetchSetlist(id)).map(
    ({ position, song }) => `${position} ${song.title}`,
  );

test('fills the setlist of a manually created show and scores it once the show is over', async () => {
  const fan = await app.signUp('Marigold');
  const tour = planTour(app);
  const date = new Date(app.clock.now);
  const fields = { name: 'Tonight', timeZone: 'UTC', city: 'Essex', venue: 'Tin Barn' };
  const { id: tonight } = await addShow(app.admin, { ...fields, date: date.toISOString() });
  const { id: lamp } = await addSong(app.admin, 'Lamp');
  await tour.addPrediction(fan.userId, tonight, [ember, lamp]);
  const day = date.toISOString().slice(0, 10);
  const place = { city: 'ESSEX', state: null, country: null, venue: 'The Tin Barn' };
  const line = formatShowLine({ id: 'tonight', date: day, ...place }, 'Ember', 'Lamp');
  const query = { kind: 'shows', start: date.toISOString().slice(11, 16), zone: 'UTC' } as const;
  const load = async (): Promise<string[]> =>
    (await upload(app.admin, buildUpload(query, { shows: line }))).json().lines;

  expect(await load()).toContain(NOT_OVER);
  expect(await listSetlist(tonight)).toEqual([]);
  app.clock.now += 7 * HOUR;
  expect(await load()).toContain(FILLED);
  expect(await listSetlist(tonight)).toEqual(['1 Ember', '2 Lamp']);
  const updatedShow: Show = (await app.admin.get(`/api/shows/${tonight}`)).json();
  expect([updatedShow.status, await tour.loadPoints(tonight)]).toEqual(['closed', [82]]);
  expect(await load()).toContain('Shows: 0 new, 1 unchanged');
});

test('skips a setlist whose songs are all unknown and fills it later', async () => {
  const { load } = createImportClient(app);
  const show = { name: 'No one knows', city: 'Essex', date: '1985-01-01T20:00Z' };
  const { id } = await addShow(app.admin, show);
  const fields = { id: 'unknown', date: '1985-01-01', city: 'Essex' };
  expect(await load(formatShowLine(fields, '', '\u200b'))).toContain('Shows: 0 new, 1 unchanged');
  expect(await listSetlist(id)).toEqual([]);
  expect(await load(formatShowLine(fields, '', 'Ember'))).toContain(FILLED);
  expect(await listSetlist(id)).toEqual(['2 Ember']);
});
