import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Caller, openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { createRecordingBus, planTour, type Tour } from '../../../tests/support/tour.ts';
import { auditLog } from '../db/schema/audit.ts';

let t: TestApp;
let tour: Tour;
let fan: Caller;
let songs: string[];
const bus = createRecordingBus();
const { changes } = bus;

beforeAll(async () => {
  t = await openTestApp({ bus });
  tour = planTour(t);
  fan = await t.signUp('Nightingale');
  songs = await tour.songs(...Array.from({ length: 30 }, (_, n) => `Song ${n + 1}`));
});

afterAll(() => t.close());

const song = (n: number) => songs[n - 1] ?? '';
const inOrder = (...numbers: number[]) => numbers.map(song);

async function liveShow(): Promise<string> {
  const showId = await tour.show();
  await tour.status(showId, 'live');
  for (const n of [1, 2, 3, 4, 5]) await tour.play(showId, song(n), { isCloser: n === 5 });
  return showId;
}

describe('the calculation', () => {
  it('gives every prediction its points and every fan their totals', async () => {
    const [one = '', two = '', none = ''] = await tour.crowd(3, 'Button');
    const showId = await liveShow();
    await tour.predicted(one, showId, inOrder(1, 2, 4, 9, 5));
    await tour.predicted(two, showId, inOrder(9, 10));
    expect(await tour.pointsOf(showId)).toEqual([null, null]);
    const before = changes.length;
    expect(await tour.calculate(showId)).toEqual({ showId, predictions: 2 });
    expect((await tour.pointsOf(showId)).sort()).toEqual([0, 41 + 27 + 10 + 0 + 41]);
    expect(await tour.totalsOf(one)).toEqual({ points: 119, games: 1, average: '119.00' });
    expect(await tour.totalsOf(two)).toEqual({ points: 0, games: 1, average: '0.00' });
    expect(await tour.totalsOf(none)).toEqual({ points: 0, games: 0, average: '0.00' });
    expect(await tour.scoredAtOf(showId)).toEqual(new Date(t.clock.now));
    expect(changes.slice(before)).toEqual([
      { topic: 'standings', subjectId: showId, version: expect.any(Number) },
      { topic: 'totals', subjectId: showId, version: expect.any(Number) },
    ]);
  });

  it('changes nothing but the version when it is repeated', async () => {
    const [one = ''] = await tour.crowd(1, 'Twice');
    const showId = await liveShow();
    await tour.predicted(one, showId, inOrder(1, 2));
    await tour.calculate(showId);
    const [first] = changes.slice(-1);
    const points = await tour.pointsOf(showId);
    const totals = await tour.totalsOf(one);
    await tour.calculate(showId);
    const [second] = changes.slice(-1);
    expect(await tour.pointsOf(showId)).toEqual(points);
    expect(await tour.totalsOf(one)).toEqual(totals);
    const version = first?.version ?? 0;
    expect(second?.version).toBe(version + 1);
  });

  it('writes an audit row with its administrator', async () => {
    const showId = await liveShow();
    await tour.calculate(showId);
    const rows = await t.database.db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.showId, showId), eq(auditLog.action, 'scores.calculate')));
    expect(rows).toMatchObject([{ actorId: t.admin.userId, after: { predictions: 0 } }]);
  });

  it('answers 409 before the show is live and scores nothing', async () => {
    const showId = await tour.show();
    await tour.predict(fan, showId, inOrder(1, 2));
    const answer = await t.admin.post(`/api/shows/${showId}/calculate-scores`);
    expect(answer.statusCode).toBe(409);
    expect(answer.json().message).toBe('Show must be live or closed to calculate scores');
    expect(await tour.pointsOf(showId)).toEqual([null]);
    expect(await tour.scoredAtOf(showId)).toBeNull();
  });

  it('is for administrators and answers 404 for unknown shows', async () => {
    const showId = await liveShow();
    const url = `/api/shows/${showId}/calculate-scores`;
    expect((await t.visitor.post(url)).statusCode).toBe(401);
    expect((await fan.post(url)).statusCode).toBe(403);
    expect(await tour.scoredAtOf(showId)).toBeNull();
    for (const id of [randomUUID(), 'tonight']) {
      const answer = await t.admin.post(`/api/shows/${id}/calculate-scores`);
      expect(answer.statusCode).toBe(404);
      expect(answer.json().message).toBe('Show not found.');
    }
  });

  it('gives 0 points to a closed show without a setlist, which closing leaves unscored', async () => {
    const [one = ''] = await tour.crowd(1, 'Cancelled');
    const showId = await tour.show();
    await tour.predicted(one, showId, inOrder(1, 2));
    await tour.status(showId, 'closed');
    expect(await tour.pointsOf(showId)).toEqual([null]);
    await tour.calculate(showId);
    expect(await tour.pointsOf(showId)).toEqual([0]);
    expect(await tour.totalsOf(one)).toEqual({ points: 0, games: 1, average: '0.00' });
  });
});

it('runs at once for shows that share fans', async () => {
  const crowd = await tour.crowd(40, 'Shared');
  const both = [await liveShow(), await liveShow(), await liveShow(), await liveShow()];
  for (const [index, showId] of both.entries())
    for (const userId of index % 2 ? crowd : crowd.toReversed())
      await tour.predicted(userId, showId, inOrder(1, 2));
  for (let round = 0; round < 3; round += 1) {
    await Promise.all(both.map((showId) => tour.calculate(showId)));
    for (const userId of crowd)
      expect(await tour.totalsOf(userId)).toEqual({ points: 272, games: 4, average: '68.00' });
    await Promise.all(both.map((showId) => tour.status(showId, 'open')));
    expect(await tour.totalsOf(crowd[0] ?? '')).toEqual({ points: 0, games: 0, average: '0.00' });
    await Promise.all(both.map((showId) => tour.status(showId, 'live')));
  }
});
