import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOUR } from '#contract/durations.ts';
import type { ShowRow } from '#contract/leaderboards.ts';
import type { SetlistEntry } from '#contract/setlists.ts';
import type { Show } from '#contract/shows.ts';
import type { Song } from '#contract/songs.ts';
import { formatShowLine } from '../../../../../tests/support/archives.ts';
import { createImportClient } from '../../../../../tests/support/import-client.ts';
import {
  type Caller,
  openTestApp,
  signIn,
  type TestApp,
} from '../../../../../tests/support/test-app.ts';
import { planTour, type Tour } from '../../../../../tests/support/tour.ts';
import { recountPoints, recountRanks } from '../../../../../tools/replay/recount.ts';
import { checkInvariants } from '../../../invariants/check.ts';

let app: TestApp;
let tour: Tour;
beforeAll(async () => {
  app = await openTestApp();
  app.clock.now = Date.parse('2031-05-01T12:00:00Z');
  await signIn(app.admin);
  tour = planTour(app);
});
afterAll(() => app.close());

const TOUR_SHOWS = [
  {
    ...{ id: 'n1', date: '2031-05-03', venue: 'Glass Mill', state: 'NY' },
    songs: ['Ember', 'Fathom', 'Gale', 'Harbor', 'Isle'],
  },
  {
    ...{ id: 'n2', date: '2031-05-04', venue: 'Salt House', state: 'CO' },
    songs: ['Gale', 'Ember', 'Juniper', 'Ember', 'Kestrel'],
  },
  {
    ...{ id: 'n3', date: '2031-05-05', venue: 'Tin Barn', state: 'CA' },
    songs: ['Isle', 'Kestrel', 'Fathom', 'Harbor', 'Gale'],
  },
];

const PREDICTION_STYLES: Record<string, (titles: string[]) => string[]> = {
  Marigold: (titles) => titles,
  Foxglove: (titles) => titles.toReversed(),
  Harebell: (titles) => titles.slice(2, 6),
  Yarrow: (titles) => titles.toReversed().slice(1, 2),
};

const fetchJson = async (url: string) => (await app.admin.get(url)).json();
const toLine = ({ songs, ...show }: (typeof TOUR_SHOWS)[number], isPlayed: boolean) =>
  formatShowLine(
    show,
    ...(isPlayed
      ? songs.map((title, n) => ({ title, encore: n === songs.length - 1, segue: n === 1 }))
      : []),
  );

test('scores imported shows so that every total matches an independent recount', async () => {
  const knownTitles = ['Ember', 'Fathom', 'Gale', 'Harbor', 'Isle', 'Juniper', 'Kestrel', 'Lamp'];
  const { load } = createImportClient(app);
  await load(
    formatShowLine({ id: 'before', date: '2019-01-01' }, ...knownTitles),
    ...TOUR_SHOWS.map((night) => toLine(night, false)),
  );
  const songs: Song[] = await fetchJson('/api/songs');
  const findId = (title: string) => songs.find((song) => song.title === title)?.id ?? '';
  const shows: Show[] = await fetchJson('/api/shows/upcoming');
  expect(shows.map(({ name }) => name)).toEqual(TOUR_SHOWS.map(({ venue }) => venue));
  const otherShow = { name: 'Elsewhere', city: 'Essex', date: '2031-06-30T20:00:00Z' };
  const otherShowId: string = (await app.admin.post('/api/shows', otherShow)).json().id;
  const fans: Record<string, Caller> = {};
  for (const name of Object.keys(PREDICTION_STYLES)) fans[name] = await app.signUp(name);

  const points = new Map<string, number[]>();
  for (const [index, night] of TOUR_SHOWS.entries()) {
    const show = shows[index];
    if (!show) throw new Error('The show was not imported');
    for (const [name, predictTitles] of Object.entries(PREDICTION_STYLES)) {
      const fan = fans[name] as Caller;
      for (const id of index === 0 ? [show.id, otherShowId] : [show.id])
        await tour.predict(fan, id, predictTitles(knownTitles).map(findId));
    }
    app.clock.now = Date.parse(show.date);
    await tour.setStatus(show.id, 'live');
    for (const [n, title] of night.songs.entries())
      await tour.play(show.id, findId(title), { isCloser: n >= night.songs.length - 2 });
    await tour.setStatus(show.id, 'closed');
    // The archive's later setlist must not change the entered one.
    app.clock.now += 7 * HOUR;
    await load(toLine(night, true));

    const setlist: SetlistEntry[] = await fetchJson(`/api/shows/${show.id}/setlist`);
    expect(setlist.map(({ song }) => song.title)).toEqual(night.songs);
    const played = setlist.map(({ song: { title }, isCloser }) => ({ title, isCloser }));
    const leaderboard: ShowRow[] = await fetchJson(`/api/leaderboard/show/${show.id}`);
    const recounted = Object.entries(PREDICTION_STYLES).map(([name, predictTitles]) => {
      const sum = recountPoints(predictTitles(knownTitles), played);
      points.set(name, [...(points.get(name) ?? []), sum]);
      return [name, sum] as const;
    });
    expect(new Map(leaderboard.map((row) => [row.username, row.totalPoints]))).toEqual(
      new Map(recounted),
    );
    expect(leaderboard.map(({ rank }) => rank)).toEqual(
      recountRanks(leaderboard.map(({ totalPoints }) => totalPoints)),
    );
  }

  for (const [name, showPoints] of points) {
    const sum = showPoints.reduce((a, b) => a + b, 0);
    expect(sum).toBeGreaterThan(0);
    expect(await tour.loadTotals(fans[name]?.userId ?? '')).toEqual({
      points: sum,
      games: 3,
      average: (sum / 3).toFixed(2),
    });
  }
  expect(await fetchJson('/api/admin/proposed-changes')).toEqual([]);
  expect(await tour.loadPoints(otherShowId)).toEqual([null, null, null, null]);
  const brokenInvariants = await checkInvariants(app.database.db);
  expect(brokenInvariants.filter(({ rows }) => rows.length > 0)).toEqual([]);
});
