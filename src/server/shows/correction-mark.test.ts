import { afterAll, beforeAll, expect, it } from 'vitest';
import { HOUR } from '#contract/durations.ts';
import { openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { planTour, type Tour } from '../../../tests/support/tour.ts';

let app: TestApp;
let tour: Tour;
let songs: string[];
let fan: string;

beforeAll(async () => {
  app = await openTestApp();
  tour = planTour(app);
  songs = await tour.addSongs('Ash', 'Birch', 'Cedar');
  [fan = ''] = await tour.addFans(1, 'Fan');
});
afterAll(() => app.close());

async function publishNight(): Promise<string> {
  const [ash = ''] = songs;
  const showId = await tour.addShow({ date: new Date(app.clock.now - HOUR) });
  await tour.addPrediction(fan, showId, [ash]);
  await tour.setStatus(showId, 'live');
  await tour.play(showId, ash);
  await tour.setStatus(showId, 'closed');
  return showId;
}

async function readMark(showId: string): Promise<string | null> {
  app.clock.now += HOUR;
  const { correctedAt } = (await app.admin.get(`/api/shows/${showId}/recap`)).json();
  return correctedAt;
}

async function addCorrection(showId: string, songId = songs[1] ?? '') {
  await tour.play(showId, songId);
  return new Date(app.clock.now).toISOString();
}

const undo = (showId: string) => app.admin.post(`/api/shows/${showId}/setlist/undo`);

it('is removed when the correction is undone or reverted, but not from other shows', async () => {
  const [showId, bystander] = [await publishNight(), await publishNight()];
  const bystanderMark = await addCorrection(bystander);
  expect(await readMark(showId)).toBeNull();
  await addCorrection(showId);
  expect(await readMark(showId)).not.toBeNull();
  await undo(showId);
  expect(await readMark(showId)).toBeNull();

  await addCorrection(showId);
  const url = `/api/shows/${showId}/setlist`;
  const rows: { id: string }[] = (await app.admin.get(url)).json();
  await app.admin.delete(`${url}/${rows.at(-1)?.id}`);
  expect(await readMark(showId)).toBeNull();
  expect(await readMark(bystander)).toBe(bystanderMark);
});

it('shows the earlier correction after a later one is undone', async () => {
  const showId = await publishNight();
  const correctedAt = await addCorrection(showId);
  await readMark(showId);
  await addCorrection(showId, songs[2]);
  await undo(showId);
  expect(await readMark(showId)).toBe(correctedAt);
  await undo(showId);
  expect(await readMark(showId)).toBeNull();
});

it('compares with the published setlist, even when the show is live again', async () => {
  const showId = await publishNight();
  await tour.setStatus(showId, 'live');
  await addCorrection(showId);
  await tour.setStatus(showId, 'closed');
  expect(await readMark(showId)).not.toBeNull();
  await undo(showId);
  expect(await readMark(showId)).toBeNull();
});
