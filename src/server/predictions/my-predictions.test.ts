import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOUR } from '#contract/durations.ts';
import { type Caller, openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { planTour, type Tour } from '../../../tests/support/tour.ts';
import { predictionSongs } from '../db/schema/predictions.ts';
import { songs } from '../db/schema/songs.ts';

let app: TestApp;
let tour: Tour;
let fan: Caller;
let rival: Caller;
let picks: string[];

beforeAll(async () => {
  app = await openTestApp();
  tour = planTour(app);
  fan = await app.signUp('Nightingale');
  rival = await app.signUp('Rook');
  picks = await tour.addSongs(...Array.from({ length: 24 }, (_, n) => `Song ${n + 1}`));
});

afterAll(() => app.close());

describe('my predictions', () => {
  it('lists live shows first, then upcoming ones, soonest first, then past ones, latest first', async () => {
    const frequentFan = await app.signUp('Turnstone');
    const showAt = (hours: number, status: 'open' | 'live' | 'closed') =>
      tour.addShow({ date: new Date(app.clock.now + hours * HOUR), status });
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
      await tour.addPrediction(frequentFan.userId, showId, picks.slice(0, 3));
    const myPredictions = (await frequentFan.get('/api/predictions/my-predictions')).json();
    expect(myPredictions.map(({ showId }: { showId: string }) => showId)).toEqual(expected);
  });

  it('lists predictions in full and hides them from other users', async () => {
    const loner = await app.signUp('Corncrake');
    const soonShow = await tour.addShow({ date: new Date(app.clock.now + 20 * HOUR) });
    const lateShowId = await tour.addShow({ date: new Date(app.clock.now + 90 * HOUR) });
    for (const showId of [lateShowId, soonShow])
      await tour.predict(loner, showId, picks.slice(0, 24));
    const myPredictions = (await loner.get('/api/predictions/my-predictions')).json();
    expect(myPredictions.map(({ showId }: { showId: string }) => showId)).toEqual([
      soonShow,
      lateShowId,
    ]);
    for (const { id, songs: list } of myPredictions) {
      expect(list.map((song: { id: string }) => song.id)).toEqual(picks.slice(0, 24));
      expect(list.map((song: { position: number }) => song.position)).toEqual(
        Array.from({ length: 24 }, (_, n) => n + 1),
      );
      expect((await rival.get(`/api/predictions/${id}`)).statusCode).toBe(404);
    }
    const rivalPredictions = (await rival.get('/api/predictions/my-predictions')).json();
    expect(rivalPredictions.map(({ id }: { id: string }) => id)).not.toContain(myPredictions[0].id);
  });

  it('keeps the positions of the remaining songs when a song is deleted', async () => {
    const [a = '', b = '', c = ''] = await tour.addSongs('Ash', 'Birch', 'Cedar');
    const showId = await tour.addShow();
    const { id } = await tour.predict(fan, showId, [a, b, c]);
    await app.database.db.delete(songs).where(eq(songs.id, a));
    const { songs: remainingSongs } = (await fan.get(`/api/predictions/${id}`)).json();
    expect(remainingSongs).toMatchObject([
      { title: 'Birch', position: 2 },
      { title: 'Cedar', position: 3 },
    ]);
    await app.database.db.delete(predictionSongs).where(eq(predictionSongs.predictionId, id));
    expect((await fan.get(`/api/predictions/${id}`)).json().songs).toEqual([]);
  });
});
