import { asc } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { DAY } from '#contract/durations.ts';
import { openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { ok, planTour, type Tour } from '../../../tests/support/tour.ts';
import { createWebhookApi } from '../../../tests/support/webhook-receiver.ts';
import { webhookDeliveries } from '../db/schema/webhooks.ts';

let app: TestApp;
let tour: Tour;
beforeAll(async () => {
  app = await openTestApp();
  tour = planTour(app);
  await createWebhookApi(app).add({ url: 'https://example.org' });
});
afterAll(() => app.close());
beforeEach(() => app.database.db.delete(webhookDeliveries));

async function listEvents() {
  const rows = await app.database.db
    .select()
    .from(webhookDeliveries)
    .orderBy(asc(webhookDeliveries.number));
  return rows.map(({ event, body }) => {
    const { show } = JSON.parse(body).data;
    return [event, show.id, show.status];
  });
}

it('reports a postponed show that a new date reopens, but no other change to its date', async () => {
  const showId = await tour.addShow({ date: new Date(app.clock.now + 30 * DAY) });
  const path = `/api/shows/${showId}`;
  const move = async (days: number) =>
    ok(await app.admin.patch(path, { date: new Date(app.clock.now + days * DAY).toISOString() }));
  await move(31);
  expect(await listEvents()).toEqual([]);
  await tour.setStatus(showId, 'postponed');
  await move(60);
  expect(await listEvents()).toEqual([
    ['show.changed', showId, 'postponed'],
    ['show.changed', showId, 'open'],
  ]);
});

it('reports a deleted song only for recent shows', async () => {
  const [song = '', secondSong = ''] = await tour.addSongs('Ember', 'Gale');
  const addShow = async (daysAgo: number) => {
    const showId = await tour.addShow({ date: new Date(app.clock.now - daysAgo * DAY) });
    for (const songId of [song, secondSong]) await tour.play(showId, songId);
    await tour.setStatus(showId, 'closed');
    return showId;
  };
  const [recent] = [await addShow(6), await addShow(8)];
  await app.database.db.delete(webhookDeliveries);
  ok(await app.admin.delete(`/api/songs/${song}`));
  expect(await listEvents()).toEqual([['setlist.corrected', recent, 'closed']]);
});
