import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { openTestApp } from '../../../tests/support/test-app.ts';
import { planTour } from '../../../tests/support/tour.ts';
import { houseNights, housePicks } from '../db/schema/house-players.ts';

test('ignores a house player that a server running a later version has added', async () => {
  const app = await openTestApp();
  onTestFinished(() => app.close());
  const { db } = app.database;
  const tour = planTour(app);
  const fan = await app.signUp('Ada Lamplight');
  const [songId = ''] = await tour.addSongs('Ember');
  const showId = await tour.addShow({ name: 'Tonight', tourName: 'The Tour' });
  await tour.predict(fan, showId, [songId]);
  await tour.setStatus(showId, 'live');
  await tour.play(showId, songId);
  await tour.setStatus(showId, 'closed');
  await db.execute(sql`alter table house_picks drop constraint house_picks_player`);
  await db.insert(houseNights).values({ showId, learntFrom: 12, madeAt: new Date(app.clock.now) });
  const players = ['archivist', 'oracle'] as 'archivist'[];
  await db
    .insert(housePicks)
    .values(players.map((player) => ({ showId, player, songId, position: 1 })));

  const paths = [`shows/${showId}/house`, `shows/${showId}/recap`, 'leaderboard/house', 'house'];
  for (const path of paths) {
    const { statusCode, body } = await fan.get(`/api/${path}`);
    expect([path, statusCode, body.includes('archivist')]).toEqual([path, 200, true]);
    expect(body).not.toContain('oracle');
  }
});
