import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SetlistEntry } from '#contract/setlists.ts';
import type { Song } from '#contract/songs.ts';
import { grantAdmin } from '#server/accounts/administrators/administrators.ts';
import { users } from '#server/db/schema/accounts.ts';
import { predictions } from '#server/db/schema/predictions.ts';
import {
  type Caller,
  openTestApp,
  signIn,
  type TestApp,
  type TestResponse,
} from '../../../tests/support/test-app.ts';
import { addShow, addSongs, ok, play, setStatus } from '../../../tests/support/tour.ts';

let app: TestApp;
let admin: Caller;
let colleague: Caller;
let fan: Caller;
let ember: Song;
let fathom: Song;
let gallop: Song;

beforeAll(async () => {
  app = await openTestApp();
  admin = app.admin;
  colleague = await app.signUp('Second Stagehand');
  await grantAdmin(app.database.db, { email: colleague.email }, null);
  await signIn(colleague);
  fan = await app.signUp('Ada Lamplight');
  [ember, fathom, gallop] = await addSongs(admin, 'Ember', 'Fathom', 'Gallop');
});
afterAll(() => app.close());

function expectOnlyConflicts(responses: readonly TestResponse[]): void {
  const failures = responses.filter(({ statusCode }) => statusCode >= 300 && statusCode !== 409);
  expect(failures.map(({ body }) => body)).toEqual([]);
}

async function expectCorrectTotal(): Promise<void> {
  const { db } = app.database;
  const scored = await db.select().from(predictions).where(eq(predictions.userId, fan.userId));
  const [user] = await db.select().from(users).where(eq(users.id, fan.userId));
  expect(user?.totalPoints).toBe(scored.reduce((sum, { points }) => sum + (points ?? 0), 0));
}

test('two administrators changing one show leave distinct positions without gaps', async () => {
  const show = await addShow(admin);
  ok(await fan.post('/api/predictions', { showId: show.id, songIds: [ember.id, gallop.id] }));
  await setStatus(admin, show.id, 'live');
  await play(admin, show.id, ember, fathom, gallop);
  const url = `/api/shows/${show.id}/setlist`;
  for (let round = 0; round < 50; round += 1) {
    const rows: SetlistEntry[] = ok(await admin.get(url)).json();
    const [first, last] = [rows[0]?.id, rows.at(-1)?.id];
    const position = rows.length + 1;
    const responses = await Promise.all([
      admin.post(url, { songId: ember.id }),
      colleague.post(url, { songId: fathom.id, position }),
      admin.post(url, { songId: gallop.id, position: 2, insert: true }),
      admin.delete(`${url}/${first}`),
      colleague.patch(`${url}/${last}`, { position: 1, isCloser: round % 2 === 0 }),
      colleague.post(`/api/shows/${show.id}/calculate-scores`),
      ...(rows.length > 6 ? [colleague.delete(`${url}/${rows[2]?.id}`)] : []),
    ]);
    expectOnlyConflicts(responses);
    const changedRows: SetlistEntry[] = ok(await fan.get(url)).json();
    expect(changedRows.map((row) => row.position)).toEqual(
      changedRows.map((_, index) => index + 1),
    );
  }
  await expectCorrectTotal();
});

test('changes of shows with the same songs and fans never deadlock', async () => {
  const shows = [await addShow(admin), await addShow(admin), await addShow(admin)];
  for (const { id: showId } of shows) {
    ok(await fan.post('/api/predictions', { showId, songIds: [gallop.id, ember.id] }));
    await play(admin, showId, ember, fathom, gallop);
    await setStatus(admin, showId, 'closed');
  }
  for (let round = 0; round < 15; round += 1) {
    const statuses = round % 2 === 0 ? ['live', 'open', 'closed'] : ['closed', 'closed', 'open'];
    const responses = await Promise.all(
      shows.flatMap(({ id }, index) => {
        const [firstSong, secondSong] = index % 2 === 0 ? [ember, gallop] : [gallop, ember];
        return [
          admin.post(`/api/shows/${id}/setlist`, {
            songId: firstSong.id,
            position: 1,
            insert: true,
          }),
          colleague.post(`/api/shows/${id}/setlist`, { songId: secondSong.id }),
          colleague.post(`/api/shows/${id}/setlist/undo`),
          admin.patch(`/api/shows/${id}/status`, { status: statuses[index] }),
          admin.patch(`/api/songs/${firstSong.id}`, { album: `Round ${round}` }),
        ];
      }),
    );
    expectOnlyConflicts(responses);
  }
  await expectCorrectTotal();
});

test('a song deleted while it is added leaves no rows behind', async () => {
  const show = await addShow(admin);
  const otherShow = await addShow(admin);
  for (const { id } of [show, otherShow]) await setStatus(admin, id, 'live');
  for (let round = 0; round < 15; round += 1) {
    const [deletedSong] = await addSongs(admin, `Half a Lighthouse ${round}`);
    const songId = deletedSong.id;
    const [deletion, ...responses] = await Promise.all([
      colleague.delete(`/api/songs/${songId}`),
      ...[show, otherShow, show, otherShow].map(({ id }, n) =>
        (n % 2 === 0 ? admin : colleague).post(`/api/shows/${id}/setlist`, { songId }),
      ),
    ]);
    expect(deletion?.statusCode).toBe(204);
    for (const { statusCode, body } of responses) expect([201, 400], body).toContain(statusCode);
    for (const { id } of [show, otherShow])
      expect(ok(await fan.get(`/api/shows/${id}/setlist`)).json()).toEqual([]);
  }
});
