import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOUR } from '#contract/durations.ts';
import type { Song } from '#contract/songs.ts';
import { showLine } from '../../../../../tests/support/archives.ts';
import { importClient } from '../../../../../tests/support/import-client.ts';
import { openTestApp, type TestApp } from '../../../../../tests/support/test-app.ts';
import { planTour, type Tour } from '../../../../../tests/support/tour.ts';
import { proposedChanges } from '../../../db/schema/imports.ts';
import { checkInvariants } from '../../../invariants/check.ts';

let server: TestApp;
let tour: Tour;
let desk: ReturnType<typeof importClient>;
beforeAll(async () => {
  server = await openTestApp();
  tour = planTour(server);
  desk = importClient(server);
});
afterAll(async () => {
  const broken = (await checkInvariants(server.database.db)).filter(({ rows }) => rows.length > 0);
  await server.close();
  expect(broken).toEqual([]);
});

const makeSong = async (title: string): Promise<string> =>
  (await server.admin.post('/api/songs', { title })).json().id;

test('proposes nothing when the archive agrees with a setlist entered by hand', async () => {
  const tomorrow = new Date(server.clock.now + 24 * HOUR).toISOString().slice(0, 10);
  const archived = { id: 'night', date: tomorrow, venue: 'Tin Barn' };
  await desk.load(showLine(archived));
  const { id } = await desk.findShow('Tin Barn');
  const [kite, lamp] = [await makeSong('Kite'), await makeSong('Lamp')];
  await tour.play(id, kite, { setLabel: 'Set 1', notes: 'Slow' });
  await tour.play(id, lamp, { setLabel: 'Set 1', isCloser: true });
  // Imports skip setlists until six hours after the start, which is in the evening local time.
  server.clock.now += 72 * HOUR;
  expect((await desk.load(showLine(archived, 'Kite', 'Lamp'))).join()).not.toContain('Corrected');
  expect(await desk.open()).toEqual([]);
  // The proposal contains only the fields that the archive states.
  await desk.load(showLine(archived, { title: 'Kite', segue: true }, 'Lamp'));
  expect((await desk.open()).map(({ lines }) => lines)).toEqual([['Changes the segue of “Kite”']]);
  await desk.decide(id, 'accept');
  const [row] = await desk.setlistOf(id);
  expect(row).toMatchObject({ segue: true, setLabel: 'Set 1', notes: 'Slow' });
});

test('drops a proposal once an administrator makes the same changes by hand', async () => {
  const archived = { id: 'corrected', date: '1977-06-09', venue: 'Fox Hall' };
  await desk.load(showLine(archived, 'Ember'));
  const { id } = await desk.findShow('Fox Hall');
  const waiting = () => server.database.db.$count(proposedChanges);
  const corrected = showLine({ ...archived, city: 'Enfield' }, 'Ember', 'Moth');
  await desk.load(corrected);
  expect(await desk.open()).toHaveLength(1);
  // The new song is not created until its setlist is accepted.
  expect((await desk.load(corrected)).join()).toContain('Songs: 0 new');
  const moth = await makeSong('Moth');
  const [ember] = await desk.setlistOf(id);
  await server.admin.patch(`/api/shows/${id}/setlist/${ember?.id}`, { isCloser: false });
  await tour.play(id, moth, { isCloser: true });
  await server.admin.patch(`/api/shows/${id}`, { city: 'Enfield' });
  expect([await desk.open(), await waiting()]).toEqual([[], 1]);
  await desk.load(corrected);
  expect(await waiting()).toBe(0);
});

test('does not propose a renamed song as a different song', async () => {
  const archived = { id: 'renamed', date: '1977-06-10', venue: 'Renamed' };
  await desk.load(showLine(archived, 'Kestral'));
  const all: Song[] = (await server.admin.get('/api/songs')).json();
  const kestral = all.find(({ title }) => title === 'Kestral');
  await server.admin.patch(`/api/songs/${kestral?.id}`, { title: 'Kestrel' });
  await desk.load(showLine(archived, { title: 'Kestral', segue: true }));
  expect((await desk.open()).map(({ lines }) => lines)).toEqual([
    ['Changes the segue of “Kestrel”'],
  ]);
  await desk.decide((await desk.findShow('Renamed')).id, 'dismiss');
});

test('proposes changes to unknown songs without reporting a gap before they are accepted', async () => {
  const named = { id: 'named', date: '1977-06-11', venue: 'Named' };
  const emptied = { id: 'emptied', date: '1977-06-12', venue: 'Emptied' };
  const nameless = { id: 'nameless', date: '1977-06-13', venue: 'Nameless' };
  const before = [named, emptied, nameless].map((of) => showLine(of, 'Ember', '', 'Gale'));
  await desk.load(...before);
  await desk.load(
    showLine(named, 'Ember', 'Isle', 'Gale'),
    showLine(emptied),
    showLine(nameless, 'Ember', 'Gale'),
  );
  const proposals = (await desk.open()).map(({ show, lines }) => [show.name, lines] as const);
  expect(Object.fromEntries(proposals)).toEqual({
    Named: ['Adds “Isle” at 2'],
    Nameless: ['Closes the gap at 2'],
  });
  const gaps = async () =>
    (await checkInvariants(server.database.db)).find(({ name }) => name.startsWith('no gap'))?.rows;
  expect(await gaps()).toEqual([]);
  await desk.decide((await desk.findShow('Named')).id, 'dismiss');
  const { id } = await desk.findShow('Nameless');
  await desk.decide(id, 'accept');
  const rows = await desk.setlistOf(id);
  expect([rows.map(({ song }) => song.title), await gaps()]).toEqual([['Ember', 'Gale'], []]);
});
