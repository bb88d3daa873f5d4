import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Caller, openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { createRecordingBus, planTour, type Tour } from '../../../tests/support/tour.ts';
import { auditLog } from '../db/schema/audit.ts';

let app: TestApp;
let tour: Tour;
let fan: Caller;
let songs: string[];
const bus = createRecordingBus();
const { changes } = bus;

beforeAll(async () => {
  app = await openTestApp({ bus });
  tour = planTour(app);
  fan = await app.signUp('Nightingale');
  songs = await tour.addSongs(...Array.from({ length: 30 }, (_, n) => `Song ${n + 1}`));
});

afterAll(() => app.close());

const song = (n: number) => songs[n - 1] ?? '';
const pickInOrder = (...numbers: number[]) => numbers.map(song);

async function addLiveShow(): Promise<string> {
  const showId = await tour.addShow();
  await tour.setStatus(showId, 'live');
  for (const n of [1, 2, 3, 4, 5]) await tour.play(showId, song(n), { isCloser: n === 5 });
  return showId;
}

describe('the calculation', () => {
  it('gives every prediction its points and every fan their totals', async () => {
    const [first = '', second = '', bystander = ''] = await tour.addFans(3, 'Button');
    const showId = await addLiveShow();
    await tour.addPrediction(first, showId, pickInOrder(1, 2, 4, 9, 5));
    await tour.addPrediction(second, showId, pickInOrder(9, 10));
    expect(await tour.loadPoints(showId)).toEqual([null, null]);
    const changeCount = changes.length;
    expect(await tour.calculate(showId)).toEqual({ showId, predictions: 2 });
    expect((await tour.loadPoints(showId)).sort()).toEqual([0, 41 + 27 + 10 + 0 + 41]);
    expect(await tour.loadTotals(first)).toEqual({ points: 119, games: 1, average: '119.00' });
    expect(await tour.loadTotals(second)).toEqual({ points: 0, games: 1, average: '0.00' });
    expect(await tour.loadTotals(bystander)).toEqual({ points: 0, games: 0, average: '0.00' });
    expect(await tour.loadScoredAt(showId)).toEqual(new Date(app.clock.now));
    expect(changes.slice(changeCount)).toEqual([
      { topic: 'standings', subjectId: showId, version: expect.any(Number) },
      { topic: 'totals', subjectId: showId, version: expect.any(Number) },
    ]);
  });

  it('changes only the version when it is repeated', async () => {
    const [fanId = ''] = await tour.addFans(1, 'Twice');
    const showId = await addLiveShow();
    await tour.addPrediction(fanId, showId, pickInOrder(1, 2));
    await tour.calculate(showId);
    const [first] = changes.slice(-1);
    const points = await tour.loadPoints(showId);
    const totals = await tour.loadTotals(fanId);
    await tour.calculate(showId);
    const [second] = changes.slice(-1);
    expect(await tour.loadPoints(showId)).toEqual(points);
    expect(await tour.loadTotals(fanId)).toEqual(totals);
    const version = first?.version ?? 0;
    expect(second?.version).toBe(version + 1);
  });

  it('writes an audit record that names the administrator', async () => {
    const showId = await addLiveShow();
    await tour.calculate(showId);
    const rows = await app.database.db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.showId, showId), eq(auditLog.action, 'scores.calculate')));
    expect(rows).toMatchObject([{ actorId: app.admin.userId, after: { predictions: 0 } }]);
  });

  it('returns 409 before the show is live and scores nothing', async () => {
    const showId = await tour.addShow();
    await tour.predict(fan, showId, pickInOrder(1, 2));
    const response = await app.admin.post(`/api/shows/${showId}/calculate-scores`);
    expect(response.statusCode).toBe(409);
    expect(response.json().message).toBe('Show must be live or closed to calculate scores');
    expect(await tour.loadPoints(showId)).toEqual([null]);
    expect(await tour.loadScoredAt(showId)).toBeNull();
  });

  it('requires an administrator and returns 404 for unknown shows', async () => {
    const showId = await addLiveShow();
    const url = `/api/shows/${showId}/calculate-scores`;
    expect((await app.visitor.post(url)).statusCode).toBe(401);
    expect((await fan.post(url)).statusCode).toBe(403);
    expect(await tour.loadScoredAt(showId)).toBeNull();
    for (const id of [randomUUID(), 'tonight']) {
      const response = await app.admin.post(`/api/shows/${id}/calculate-scores`);
      expect(response.statusCode).toBe(404);
      expect(response.json().message).toBe('Show not found.');
    }
  });

  it('gives 0 points for a closed show without a setlist, which closing alone leaves unscored', async () => {
    const [fanId = ''] = await tour.addFans(1, 'Cancelled');
    const showId = await tour.addShow();
    await tour.addPrediction(fanId, showId, pickInOrder(1, 2));
    await tour.setStatus(showId, 'closed');
    expect(await tour.loadPoints(showId)).toEqual([null]);
    await tour.calculate(showId);
    expect(await tour.loadPoints(showId)).toEqual([0]);
    expect(await tour.loadTotals(fanId)).toEqual({ points: 0, games: 1, average: '0.00' });
  });
});

it('calculates simultaneously for shows that share fans', async () => {
  const crowd = await tour.addFans(40, 'Shared');
  const showIds = [
    await addLiveShow(),
    await addLiveShow(),
    await addLiveShow(),
    await addLiveShow(),
  ];
  for (const [index, showId] of showIds.entries())
    for (const userId of index % 2 ? crowd : crowd.toReversed())
      await tour.addPrediction(userId, showId, pickInOrder(1, 2));
  for (let round = 0; round < 3; round += 1) {
    await Promise.all(showIds.map((showId) => tour.calculate(showId)));
    for (const userId of crowd)
      expect(await tour.loadTotals(userId)).toEqual({ points: 272, games: 4, average: '68.00' });
    await Promise.all(showIds.map((showId) => tour.setStatus(showId, 'open', 'freeze')));
    expect(await tour.loadTotals(crowd[0] ?? '')).toEqual({ points: 0, games: 0, average: '0.00' });
    await Promise.all(showIds.map((showId) => tour.setStatus(showId, 'live')));
  }
});
