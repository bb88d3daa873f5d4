import { eq, isNotNull } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Change } from '#contract/freshness.ts';
import { createLocalBus } from '#server/changes/bus.ts';
import { users } from '#server/db/schema/accounts.ts';
import { auditLog } from '#server/db/schema/audit.ts';
import { songs } from '#server/db/schema/songs.ts';
import { type Caller, openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { planTour } from '../../../tests/support/tour.ts';
import { checkInvariants } from '../invariants/check.ts';

const bus = createLocalBus();
const changes: Change[] = [];
bus.subscribe((published) => changes.push(...published));

let app: TestApp;
let fan: Caller;
beforeAll(async () => {
  app = await openTestApp({ bus });
  fan = await app.signUp('Fan');
  await app.admin.post('/api/admin/initialize');
});
afterAll(() => app.close());

const fetchDemoContent = () => app.admin.get('/api/admin/demo');
const emptyDemo = (name: string | null) => app.admin.post('/api/admin/empty-demo', { name });

describe('the demo before the site has its own band', () => {
  it('lists what would be deleted and deletes nothing', async () => {
    expect((await fetchDemoContent()).json()).toEqual({
      ...{ bandName: 'Paper Lantern Parade', shows: 116, songs: 207, songsKept: 0, posts: 0 },
      ...{ predictions: 0, fans: 0 },
    });
    expect((await fan.get('/api/songs')).json()).toHaveLength(207);
  });

  it('stays even if its name is typed', async () => {
    const response = await emptyDemo('Paper Lantern Parade');
    expect([response.statusCode, response.json().message]).toEqual([
      409,
      'Name your band first. This site still belongs to the demo band.',
    ]);
    expect(await app.backups.list()).toEqual([]);
  });
});

describe('changing from the demo to another band', () => {
  beforeAll(async () => {
    const response = await app.admin.patch('/api/admin/band', { bandName: 'Paper Moons' });
    expect(response.statusCode).toBe(200);
  });

  it("requires the band's name", async () => {
    const response = await emptyDemo('Paper Moons');
    expect([response.statusCode, response.json().message]).toEqual([
      400,
      "Type the demo band's name exactly as shown above",
    ]);
    expect(await app.backups.list()).toEqual([]);
  });

  it("deletes the demo's shows and songs with their dependents, keeps the rest and makes a backup", async () => {
    const { admin, database, clock } = app;
    const bystander = await app.signUp('Bystander');
    const tour = planTour(app);
    const ownSong: string = (await admin.post('/api/songs', { title: 'Our own' })).json().id;
    const [sharedSong] = await database.db
      .select()
      .from(songs)
      .where(eq(songs.title, 'Lantern Street'));
    const date = new Date(clock.now - 3_600_000).toISOString();
    const ownShow: string = (
      await admin.post('/api/shows', { name: 'Ours', city: 'Cork', date })
    ).json().id;
    await tour.addPrediction(bystander.userId, ownShow, [ownSong]);
    await tour.play(ownShow, sharedSong?.id ?? '');
    await tour.play(ownShow, ownSong);
    await tour.setStatus(ownShow, 'closed');
    const shows: { id: string; name: string; status: string }[] = (
      await admin.get('/api/shows')
    ).json();
    const demoShow =
      shows.find(({ status, id }) => status === 'closed' && id !== ownShow)?.id ?? '';
    const allSongs = (await admin.get('/api/songs')).json();
    for (const caller of [fan, bystander])
      await tour.addPrediction(caller.userId, demoShow, [allSongs[3].id]);
    await admin.post(`/api/shows/${demoShow}/calculate-scores`);
    const post = { title: 'Hello', category: 'General', content: 'Hello' };
    expect((await fan.post('/api/forums/threads', post)).statusCode).toBe(201);
    for (const show of [demoShow, ownShow])
      await fan.post(`/api/forums/threads/${show}/posts`, { content: 'Hello' });
    const readTotals = async ({ get }: Caller) => {
      const { totalPoints, gamesPlayed } = (await get('/api/auth/user')).json();
      return { totalPoints, gamesPlayed };
    };
    expect(await readTotals(fan)).toMatchObject({ gamesPlayed: 1 });
    changes.length = 0;

    expect((await fetchDemoContent()).json()).toEqual({
      ...{ shows: 116, songs: 206, songsKept: 1, predictions: 2, posts: 1, fans: 2 },
      bandName: 'Paper Lantern Parade',
    });
    expect((await emptyDemo(null)).statusCode).toBe(400);
    const response = await emptyDemo(' paper lantern PARADE ');
    expect(response.statusCode).toBe(200);
    const [backup] = await app.backups.list();
    expect(response.json()).toMatchObject({ shows: 116, songs: 206, savedAs: backup?.name });
    expect(backup?.reason).toBe('before-emptying');

    const listNames = (rows: { name?: string; title?: string }[]) =>
      rows.map(({ name, title }) => name ?? title);
    expect(listNames((await admin.get('/api/shows')).json())).toEqual(['Ours']);
    expect(listNames((await admin.get('/api/songs')).json()).sort()).toEqual([
      'Lantern Street',
      'Our own',
    ]);
    expect((await admin.get(`/api/shows/${ownShow}/setlist`)).json()).toHaveLength(2);
    expect(await readTotals(fan)).toEqual({ totalPoints: 0, gamesPlayed: 0 });
    expect(await readTotals(bystander)).toEqual({ totalPoints: 10, gamesPlayed: 1 });
    expect((await fan.get('/api/forums/threads')).json()).toHaveLength(1);
    expect(await database.db.$count(users, isNotNull(users.id))).toBe(3);
    expect(new Set(changes.map(({ topic }) => topic))).toContain('prediction');
    const brokenInvariants = (await checkInvariants(database.db)).filter(
      ({ rows }) => rows.length > 0,
    );
    expect(brokenInvariants).toEqual([]);
    const [row] = await database.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.action, 'setup.empty-demo'));
    expect(row).toMatchObject({
      ...{ actorId: admin.userId, before: { shows: 116, songs: 206, predictions: 2 } },
      after: { savedAs: backup?.name },
    });
    expect((await fetchDemoContent()).json()).toMatchObject({ shows: 0, songs: 0, songsKept: 1 });
  });
});
