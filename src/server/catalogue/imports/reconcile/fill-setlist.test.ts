import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOUR } from '#contract/durations.ts';
import type { Show } from '#contract/shows.ts';
import { showLine, upload, uploadOf } from '../../../../../tests/support/archives.ts';
import { importClient } from '../../../../../tests/support/import-client.ts';
import { openTestApp, type TestApp } from '../../../../../tests/support/test-app.ts';
import { addShow, addSong, planTour } from '../../../../../tests/support/tour.ts';
import { checkInvariants } from '../../../invariants/check.ts';

let server: TestApp;
let ember: string;
beforeAll(async () => {
  server = await openTestApp();
  ember = (await addSong(server.admin, 'Ember')).id;
});
afterAll(async () => {
  const broken = (await checkInvariants(server.database.db)).filter(({ rows }) => rows.length > 0);
  await server.close();
  expect(broken).toEqual([]);
});

const FILLED = 'Without a setlist before, with one now: 1';
const UNDER_WAY = 'Not over yet, to be imported again later: 1';

const setlistOf = async (id: string) =>
  (await importClient(server).setlistOf(id)).map(
    ({ position, song }) => `${position} ${song.title}`,
  );

test("fills the setlist of tonight's manually created show and scores it once the show is over", async () => {
  const fan = await server.signUp('Marigold');
  const tour = planTour(server);
  const date = new Date(server.clock.now);
  const facts = { name: 'Tonight', timeZone: 'UTC', city: 'Essex', venue: 'Tin Barn' };
  const { id: tonight } = await addShow(server.admin, { ...facts, date: date.toISOString() });
  const { id: lamp } = await addSong(server.admin, 'Lamp');
  await tour.predicted(fan.userId, tonight, [ember, lamp]);
  const day = date.toISOString().slice(0, 10);
  const place = { city: 'ESSEX', state: null, country: null, venue: 'The Tin Barn' };
  const line = showLine({ id: 'tonight', date: day, ...place }, 'Ember', 'Lamp');
  const query = { kind: 'shows', start: date.toISOString().slice(11, 16), zone: 'UTC' } as const;
  const load = async (): Promise<string[]> =>
    (await upload(server.admin, uploadOf(query, { shows: line }))).json().lines;

  expect(await load()).toContain(UNDER_WAY);
  expect(await setlistOf(tonight)).toEqual([]);
  server.clock.now += 7 * HOUR;
  expect(await load()).toContain(FILLED);
  expect(await setlistOf(tonight)).toEqual(['1 Ember', '2 Lamp']);
  const shown: Show = (await server.admin.get(`/api/shows/${tonight}`)).json();
  expect([shown.status, await tour.pointsOf(tonight)]).toEqual(['closed', [82]]);
  expect(await load()).toContain('Shows: 0 new, 1 unchanged');
});

test('skips a setlist whose songs are all unknown and fills it later', async () => {
  const { load } = importClient(server);
  const show = { name: 'No one knows', city: 'Essex', date: '1985-01-01T20:00Z' };
  const { id } = await addShow(server.admin, show);
  const fields = { id: 'unknown', date: '1985-01-01', city: 'Essex' };
  expect(await load(showLine(fields, '', '\u200b'))).toContain('Shows: 0 new, 1 unchanged');
  expect(await setlistOf(id)).toEqual([]);
  expect(await load(showLine(fields, '', 'Ember'))).toContain(FILLED);
  expect(await setlistOf(id)).toEqual(['2 Ember']);
});
