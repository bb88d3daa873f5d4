import { eq, isNotNull } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Change } from '#contract/freshness.ts';
import { createLocalBus } from '#server/changes/bus.ts';
import { users } from '#server/db/schema/accounts.ts';
import { auditLog } from '#server/db/schema/audit.ts';
import { songs } from '#server/db/schema/songs.ts';
import { openMailServer } from '../../../tests/support/mail-server.ts';
import { type Caller, openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { planTour } from '../../../tests/support/tour.ts';
import { checkInvariants } from '../invariants/check.ts';

const bus = createLocalBus();
const changes: Change[] = [];
bus.subscribe((published) => changes.push(...published));

let test: TestApp;
let fan: Caller;
beforeAll(async () => {
  test = await openTestApp({ bus });
  fan = await test.signUp('Fan');
  await test.admin.post('/api/admin/initialize');
});
afterAll(() => test.close());

const band = async (caller: Pick<Caller, 'get'> = test.visitor) =>
  (await caller.get('/api/band')).json();
const setBand = (body: object) => test.admin.patch('/api/admin/band', body);
const demoContent = () => test.admin.get('/api/admin/demo');
const emptyDemo = (name: string | null) => test.admin.post('/api/admin/empty-demo', { name });

describe('the demo before the site has its own band', () => {
  it('lists what would be deleted and deletes nothing', async () => {
    expect((await demoContent()).json()).toEqual({
      ...{ bandName: 'Paper Lantern Parade', shows: 116, songs: 207, songsKept: 0 },
      ...{ predictions: 0, fans: 0 },
    });
    expect((await fan.get('/api/songs')).json()).toHaveLength(207);
  });

  it('stays even if its name is typed', async () => {
    const refusal = await emptyDemo('Paper Lantern Parade');
    expect([refusal.statusCode, refusal.json().message]).toEqual([
      409,
      'Name your band first. This site still belongs to the demo band.',
    ]);
    expect(await test.backups.list()).toEqual([]);
  });
});

describe('PATCH /api/admin/band', () => {
  it.each([
    [{}, 'Name at least one thing to change'],
    [{ productName: ' ' }, 'Product name is required'],
    [{ productName: 'x'.repeat(61) }, 'Product name must have at most 60 characters'],
    [{ officialLinks: [] }, 'One link is required'],
    [
      { officialLinks: [{ label: 'x', url: 'javascript:alert(1)' }] },
      'Official links must be a web address',
    ],
    [{ timeZone: 'New York' }, 'Time zone must be a name such as America/New_York'],
    [{ usualStart: '8 pm' }, 'Usual start must be a time from 00:00 to 23:59'],
    [{ contactEmail: 'no address' }, 'Contact email must be an email address'],
    [{ colors: { dark: 'red', light: '#0b4f6c' } }, 'Colors must be a color like #3366cc'],
    [
      { colors: { dark: '#1d3a8a', light: '#0b4f6c' } },
      /^On dark #1d3a8a has a contrast of 1\.\d to 1, and text needs 4\.5: #[0-9a-f]{6} would do$/,
    ],
  ])('refuses %j and changes nothing', async (body, sentence) => {
    const before = await band();
    const answer = await setBand({ tagline: 'Not this one', ...body });
    if (Object.keys(body).length > 0) {
      expect(answer.statusCode).toBe(400);
      expect(answer.json().message).toMatch(sentence);
    } else expect((await setBand({})).json().message).toMatch(sentence);
    if (Object.keys(body).length > 0) expect(await band()).toEqual(before);
  });

  it('changes the named fields for every page at once and keeps the rest', async () => {
    const before = await band();
    changes.length = 0;
    const colors = { dark: '#7ad7ff', light: '#0b4f6c' };
    const named = { productName: 'Moon Call', bandName: 'Paper Moons', timeZone: 'Europe/Dublin' };
    const answer = await setBand({
      ...named,
      colors,
      donationEmail: null,
      version: before.version,
    });
    expect(answer.statusCode).toBe(200);
    const after = { ...before, ...named, colors, donationEmail: null };
    expect(answer.json()).toEqual({ ...after, version: before.version + 1 });
    expect(await band()).toEqual(answer.json());
    expect(changes).toMatchObject([{ topic: 'band', subjectId: null }, { topic: 'audit' }]);
    const api = (await test.visitor.get('/api/openapi.json')).json();
    expect(api.info.title).toBe('Moon Call API');
    const show = { name: 'At home', city: 'Cork', date: '2040-07-01T20:00' };
    const made = (await test.admin.post('/api/shows', show)).json();
    expect(made).toMatchObject({ timeZone: 'Europe/Dublin', date: '2040-07-01T19:00:00.000Z' });
    const taken = { email: 'a@example.com', username: 'moon call', password: 'six123' };
    expect((await test.visitor.post('/api/auth/register', taken)).statusCode).toBe(400);
    const rows = await test.database.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.action, 'band.update'));
    expect(rows.at(-1)).toMatchObject({ actorId: test.admin.userId, after: named });
  });

  it('writes no audit row and announces nothing when the same data is saved again', async () => {
    const before = await band();
    const records = () => test.database.db.$count(auditLog);
    const count = await records();
    changes.length = 0;
    const { version, ...facts } = before;
    const answer = await setBand({ ...facts, version });
    expect([answer.statusCode, answer.json()]).toEqual([200, before]);
    expect([await records(), changes]).toEqual([count, []]);
    expect(await band()).toEqual(before);
  });

  it('refuses a change based on an older version', async () => {
    const { version } = await band();
    const answer = await setBand({ tagline: 'Mine', version: version - 1 });
    expect([answer.statusCode, answer.json().message]).toEqual([
      409,
      'Another administrator changed the band in the meantime. Your changes were not saved.',
    ]);
    expect((await band()).tagline).not.toBe('Mine');
  });

  it('reaches other servers, which also get the event', async () => {
    const other = await test.openAnother();
    const there = async () => (await other.inject('/api/band')).json();
    expect(await there()).toMatchObject({ productName: 'Moon Call' });
    await setBand({ tagline: 'All of us call it.' });
    expect(await there()).toEqual(await band());
    expect(await there()).toMatchObject({ tagline: 'All of us call it.' });
  });
});

describe('changing from the demo to another band', () => {
  it('requires the right name', async () => {
    const refusal = await emptyDemo('Paper Moons');
    expect([refusal.statusCode, refusal.json().message]).toEqual([
      400,
      "Type the demo band's name exactly as shown above",
    ]);
    expect(await test.backups.list()).toEqual([]);
  });

  it("deletes the demo's shows and songs with their dependents, keeps the rest and makes a backup", async () => {
    const { admin, database, clock } = test;
    const bystander = await test.signUp('Bystander');
    const tour = planTour(test);
    const own: string = (await admin.post('/api/songs', { title: 'Our own' })).json().id;
    const [kept] = await database.db.select().from(songs).where(eq(songs.title, 'Lantern Street'));
    const date = new Date(clock.now - 3_600_000).toISOString();
    const ours: string = (
      await admin.post('/api/shows', { name: 'Ours', city: 'Cork', date })
    ).json().id;
    await tour.predicted(bystander.userId, ours, [own]);
    await tour.play(ours, kept?.id ?? '');
    await tour.play(ours, own);
    await tour.status(ours, 'closed');
    const shows: { id: string; name: string; status: string }[] = (
      await admin.get('/api/shows')
    ).json();
    const demoNight = shows.find(({ status, id }) => status === 'closed' && id !== ours)?.id ?? '';
    const all = (await admin.get('/api/songs')).json();
    for (const by of [fan, bystander]) await tour.predicted(by.userId, demoNight, [all[3].id]);
    await admin.post(`/api/shows/${demoNight}/calculate-scores`);
    const post = { title: 'Hello', category: 'General', content: 'Hello' };
    expect((await fan.post('/api/forums/threads', post)).statusCode).toBe(201);
    const pointsOf = async ({ get }: Caller) => {
      const { totalPoints, gamesPlayed } = (await get('/api/auth/user')).json();
      return { totalPoints, gamesPlayed };
    };
    expect(await pointsOf(fan)).toMatchObject({ gamesPlayed: 1 });
    changes.length = 0;

    expect((await demoContent()).json()).toEqual({
      ...{ shows: 116, songs: 206, songsKept: 1, predictions: 2, fans: 2 },
      bandName: 'Paper Lantern Parade',
    });
    expect((await emptyDemo(null)).statusCode).toBe(400);
    const answer = await emptyDemo(' paper lantern PARADE ');
    expect(answer.statusCode).toBe(200);
    const [backup] = await test.backups.list();
    expect(answer.json()).toMatchObject({ shows: 116, songs: 206, savedAs: backup?.name });
    expect(backup?.reason).toBe('before-emptying');

    const names = (rows: { name?: string; title?: string }[]) =>
      rows.map(({ name, title }) => name ?? title);
    expect(names((await admin.get('/api/shows')).json()).sort()).toEqual(['At home', 'Ours']);
    expect(names((await admin.get('/api/songs')).json()).sort()).toEqual([
      'Lantern Street',
      'Our own',
    ]);
    expect((await admin.get(`/api/shows/${ours}/setlist`)).json()).toHaveLength(2);
    expect(await pointsOf(fan)).toEqual({ totalPoints: 0, gamesPlayed: 0 });
    expect(await pointsOf(bystander)).toEqual({ totalPoints: 10, gamesPlayed: 1 });
    expect((await fan.get('/api/forums/threads')).json()).toHaveLength(1);
    expect(await database.db.$count(users, isNotNull(users.id))).toBe(3);
    expect(new Set(changes.map(({ topic }) => topic))).toContain('prediction');
    const broken = (await checkInvariants(database.db)).filter(({ rows }) => rows.length > 0);
    expect(broken).toEqual([]);
    const [row] = await database.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.action, 'setup.empty-demo'));
    expect(row).toMatchObject({
      ...{ actorId: admin.userId, before: { shows: 116, songs: 206, predictions: 2 } },
      after: { savedAs: backup?.name },
    });
    expect((await demoContent()).json()).toMatchObject({ shows: 0, songs: 0, songsKept: 1 });
  });
});

describe('POST /api/admin/try-mail', () => {
  it('reports that no mail server is set up', async () => {
    expect((await test.admin.post('/api/admin/try-mail')).json()).toMatchObject({
      isSent: false,
      message: expect.stringMatching(/^No mail is set up: SMTP_URL/),
    });
  });

  it("reports the mail server's error", async () => {
    const mail = await openMailServer();
    const picky = await openMailServer('stagehand@example.com');
    const publicUrl = 'https://calledit.example';
    for (const [url, isSent, message] of [
      [mail.url, true, /^The mail server accepted an email to stagehand@example\.com/],
      [picky.url, false, /refused mail from .* It says: .*unknown recipient stagehand@example.com/],
      ['smtp://127.0.0.1:1', false, /^The mail server in SMTP_URL does not answer\.$/],
    ] as const) {
      const smtp = { url, from: 'us@calledit.example' };
      const app = await openTestApp({ smtp, mailer: undefined, publicUrl });
      const came = isSent ? mail.next() : undefined;
      const answer = (await app.admin.post('/api/admin/try-mail')).json();
      expect(answer).toEqual({ isSent, message: expect.stringMatching(message) });
      if (came) expect((await came).message).toContain('https://calledit.example/admin?tab=setup');
      await app.close();
    }
    await Promise.all([mail.close(), picky.close()]);
  });
});
