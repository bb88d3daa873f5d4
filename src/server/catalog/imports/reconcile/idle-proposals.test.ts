import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOUR } from '#contract/durations.ts';
import type { Song } from '#contract/songs.ts';
import { formatShowLine } from '../../../../../tests/support/archives.ts';
import { createImportClient } from '../../../../../tests/support/import-client.ts';
import { openTestApp, type TestApp } from '../../../../../tests/support/test-app.ts';
import { planTour, type Tour } from '../../../../../tests/support/tour.ts';
import { proposedChanges } from '../../../db/schema/imports.ts';
import { checkInvariants } from '../../../invariants/check.ts';

let app: TestApp;
let tour: Tour;
let client: ReturnType<typeof createImportClient>;
beforeAll(async () => {
  app = await openTestApp();
  tour = planTour(app);
  client = createImportClient(app);
});
afterAll(async () => {
  const brokenInvariants = (await checkInvariants(app.database.db)).filter(
    ({ rows }) => rows.length > 0,
  );
  await app.close();
  expect(brokenInvariants).toEqual([]);
});

const addSong = async (title: string): Promise<string> =>
  (await app.admin.post('/api/songs', { title })).json().id;

test('proposes nothing when the archive agrees with a manually entered setlist', async () => {
  const tomorrow = new Date(app.clock.now + 24 * HOUR).toISOString().slice(0, 10);
  const show = { id: 'night', date: tomorrow, venue: 'Tin Barn' };
  await client.load(formatShowLine(show));
  const { id } = await client.findShow('Tin Barn');
  const [kite, lamp] = [await addSong('Kite'), await addSong('Lamp')];
  await tour.play(id, kite, { setLabel: 'Set 1', notes: 'Slow' });
  await tour.play(id, lamp, { setLabel: 'Set 1', isCloser: true });
  // Imports skip setlists until six hours after the start, which is in the evening local time.
  app.clock.now += 72 * HOUR;
  expect((await client.load(formatShowLine(show, 'Kite', 'Lamp'))).join()).not.toContain(
    'Corrections',
  );
  expect(await client.listProposals()).toEqual([]);
  await client.load(formatShowLine(show, { title: 'Kite', segue: true }, 'Lamp'));
  expect((await client.listProposals()).map(({ lines }) => lines)).toEqual([
    ['Changes the segue of “Kite”'],
  ]);
  await client.decide(id, 'accept');
  const [row] = await client.fetchSetlist(id);
  expect(row).toMatchObject({ segue: true, setLabel: 'Set 1', notes: 'Slow' });
});

test('drops a proposal once an administrator makes the same changes manually', async () => {
  const show = { id: 'corrected', date: '1977-06-09', venue: 'Fox Hall' };
  await client.load(formatShowLine(show, 'Ember'));
  const { id } = await client.findShow('Fox Hall');
  const countProposals = () => app.database.db.$count(proposedChanges);
  const corrected = formatShowLine({ ...show, city: 'Enfield' }, 'Ember', 'Moth');
  await client.load(corrected);
  expect(await client.listProposals()).toHaveLength(1);
  expect((await client.load(corrected)).join()).toContain('Songs: 0 new');
  const moth = await addSong('Moth');
  const [ember] = await client.fetchSetlist(id);
  await app.admin.patch(`/api/shows/${id}/setlist/${ember?.id}`, { isCloser: false });
  await tour.play(id, moth, { isCloser: true });
  await app.admin.patch(`/api/shows/${id}`, { city: 'Enfield' });
  expect([await client.listProposals(), await countProposals()]).toEqual([[], 1]);
  await client.load(corrected);
  expect(await countProposals()).toBe(0);
});

test('does not propose a renamed song as a different song', async () => {
  const show = { id: 'renamed', date: '1977-06-10', venue: 'Renamed' };
  await client.load(formatShowLine(show, 'Kestral'));
  const songs: Song[] = (await app.admin.get('/api/songs')).json();
  const kestral = songs.find(({ title }) => title === 'Kestral');
  await app.admin.patch(`/api/songs/${kestral?.id}`, { title: 'Kestrel' });
  await client.load(formatShowLine(show, { title: 'Kestral', segue: true }));
  expect((await client.listProposals()).map(({ lines }) => lines)).toEqual([
    ['Changes the segue of “Kestrel”'],
  ]);
  await client.decide((await client.findShow('Renamed')).id, 'dismiss');
});

test('proposes changes to unknown songs without reporting a gap before they are accepted', async () => {
  const named = { id: 'named', date: '1977-06-11', venue: 'Named' };
  const emptied = { id: 'emptied', date: '1977-06-12', venue: 'Emptied' };
  const nameless = { id: 'nameless', date: '1977-06-13', venue: 'Nameless' };
  const originalLines = [named, emptied, nameless].map((show) =>
    formatShowLine(show, 'Ember', '', 'Gale'),
  );
  await client.load(...originalLines);
  await client.load(
    formatShowLine(named, 'Ember', 'Isle', 'Gale'),
    formatShowLine(emptied),
    formatShowLine(nameless, 'Ember', 'Gale'),
  );
  const proposals = (await client.listProposals()).map(
    ({ show, lines }) => [show.name, lines] as const,
  );
  expect(Object.fromEntries(proposals)).toEqual({
    Named: ['Adds “Isle” at 2'],
    Nameless: ['Closes the gap at 2'],
  });
  const listGaps = async () =>
    (await checkInvariants(app.database.db)).find(({ name }) =>
      name.startsWith('setlist positions have no gaps'),
    )?.rows;
  expect(await listGaps()).toEqual([]);
  await client.decide((await client.findShow('Named')).id, 'dismiss');
  const { id } = await client.findShow('Nameless');
  await client.decide(id, 'accept');
  const rows = await client.fetchSetlist(id);
  expect([rows.map(({ song }) => song.title), await listGaps()]).toEqual([['Ember', 'Gale'], []]);
});
