import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOUR } from '#contract/durations.ts';
import { type Caller, openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { planTour, type Tour } from '../../../tests/support/tour.ts';
import { predictionSongs } from '../db/schema/predictions.ts';
import { songs } from '../db/schema/songs.ts';

let t: TestApp;
let tour: Tour;
let fan: Caller;
let rival: Caller;
let picks: string[];

beforeAll(async () => {
  t = await openTestApp();
  tour = planTour(t);
  fan = await t.signUp('Nightingale');
  rival = await t.signUp('Rook');
  picks = await tour.songs(...Array.from({ length: 24 }, (_, n) => `Song ${n + 1}`));
});

afterAll(() => t.close());

describe("a user's own predictions", () => {
  it('lists live shows first, then upcoming ones from the soonest, then past ones from the latest', async () => {
    const regular = await t.signUp('Turnstone');
    const showAt = (hours: number, status: 'open' | 'live' | 'closed') =>
      tour.show({ date: new Date(t.clock.now + hours * HOUR), status });
    const expected = [
      await showAt(-3, 'live'),
      await showAt(-2, 'live'),
      await showAt(0, 'open'),
      await showAt(20, 'open'),
      await showAt(90, 'open'),
      await showAt(10, 'closed'),
      await showAt(-1, 'open'),
      await showAt(-30, 'closed'),
      await showAt(-900, 'closed'),
    ];
    for (const showId of expected.toSorted())
      await tour.predicted(regular.userId, showId, picks.slice(0, 3));
    const mine = (await regular.get('/api/predictions/my-predictions')).json();
    expect(mine.map(({ showId }: { showId: string }) => showId)).toEqual(expected);
  });

  it('lists predictions in full and hides them from other users', async () => {
    const loner = await t.signUp('Corncrake');
    const soon = await tour.show({ date: new Date(t.clock.now + 20 * HOUR) });
    const late = await tour.show({ date: new Date(t.clock.now + 90 * HOUR) });
    for (const showId of [late, soon]) await tour.predict(loner, showId, picks.slice(0, 24));
    const mine = (await loner.get('/api/predictions/my-predictions')).json();
    expect(mine.map(({ showId }: { showId: string }) => showId)).toEqual([soon, late]);
    for (const { id, songs: list } of mine) {
      expect(list.map((song: { id: string }) => song.id)).toEqual(picks.slice(0, 24));
      expect(list.map((song: { position: number }) => song.position)).toEqual(
        Array.from({ length: 24 }, (_, n) => n + 1),
      );
      expect((await rival.get(`/api/predictions/${id}`)).statusCode).toBe(404);
    }
    const others = (await rival.get('/api/predictions/my-predictions')).json();
    expect(others.map(({ id }: { id: string }) => id)).not.toContain(mine[0].id);
  });

  it('keeps the positions of the remaining songs when a song is deleted', async () => {
    const [a = '', b = '', c = ''] = await tour.songs('Ash', 'Birch', 'Cedar');
    const showId = await tour.show();
    const { id } = await tour.predict(fan, showId, [a, b, c]);
    await t.database.db.delete(songs).where(eq(songs.id, a));
    const { songs: left } = (await fan.get(`/api/predictions/${id}`)).json();
    expect(left).toMatchObject([
      { title: 'Birch', position: 2 },
      { title: 'Cedar', position: 3 },
    ]);
    await t.database.db.delete(predictionSongs).where(eq(predictionSongs.predictionId, id));
    expect((await fan.get(`/api/predictions/${id}`)).json().songs).toEqual([]);
  });
});
