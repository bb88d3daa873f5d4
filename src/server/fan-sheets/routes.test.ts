import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HOUR } from '#contract/durations.ts';
import { fanSheet } from '#contract/fan-sheets.ts';
import { type Caller, openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { planTour, type Tour } from '../../../tests/support/tour.ts';
import { createLocalBus } from '../changes/bus.ts';
import { users } from '../db/schema/accounts.ts';

const bus = createLocalBus();
let app: TestApp;
let tour: Tour;
let owner: Caller;
let reader: Caller;
let shy: Caller;
let [ember = '', gale = '', harbor = '']: string[] = [];

beforeAll(async () => {
  app = await openTestApp({ bus });
  tour = planTour(app);
  [owner, reader, shy] = [
    await app.signUp('Élan Vital/2'),
    await app.signUp('Reader'),
    await app.signUp('Shy'),
  ];
  [ember = '', gale = '', harbor = ''] = await tour.addSongs('Ember', 'Gale', 'Harbor');
  expect((await shy.patch('/api/user/profile', { hasPrivateSheets: true })).statusCode).toBe(200);
});
afterAll(() => app.close());

const OWNER = 'Élan Vital/2';
const buildUrl = (name: string, showId: string) =>
  `/api/fans/${encodeURIComponent(name)}/shows/${showId}`;
const readSheet = (caller: Caller, name: string, showId: string) =>
  caller.get(buildUrl(name, showId));

async function addShow(fields: Parameters<Tour['addShow']>[0] = {}) {
  const lockAt = app.clock.now + HOUR;
  const showId = await tour.addShow({ date: new Date(lockAt + HOUR), ...fields });
  await bus.publish([{ topic: 'show', subjectId: showId, version: 1 }]);
  await tour.addPrediction(owner.userId, showId, [ember, gale]);
  await tour.addPrediction(shy.userId, showId, [gale, ember]);
  return { showId, lockAt };
}

const listTitles = (sheet: { sheet: { picks: { title: string }[] } | null }) =>
  sheet.sheet?.picks.map(({ title }) => title);

describe('the lock', () => {
  test('reveals a cached sheet at the lock, not a millisecond earlier', async () => {
    const { showId, lockAt } = await addShow();
    const bystander = await addShow({ date: new Date(lockAt + 9 * HOUR) });
    app.clock.now = lockAt - 1;
    expect((await readSheet(reader, OWNER, showId)).statusCode).toBe(404);
    expect(listTitles((await readSheet(owner, OWNER, showId)).json())).toEqual(['Ember', 'Gale']);
    app.clock.now = lockAt;
    const response = await readSheet(reader, OWNER, showId);
    expect(response.statusCode, response.body).toBe(200);
    expect(response.headers['cache-control']).toBe('private, no-cache');
    expect(response.json()).toMatchObject({
      username: OWNER,
      show: { name: 'Barn Night' },
      sheet: {
        points: null,
        standing: null,
        picks: [
          { position: 1, title: 'Ember', score: null },
          { position: 2, title: 'Gale', score: null },
        ],
      },
    });
    expect((await readSheet(reader, OWNER, bystander.showId)).statusCode).toBe(404);
  });

  test('returns the same 404 for a hidden sheet, no sheet, a private fan and an unknown fan', async () => {
    const { showId, lockAt } = await addShow();
    app.clock.now = lockAt - 1;
    const responses = [];
    for (const name of [OWNER, 'Shy', 'Reader 2', 'Nobody'])
      for (const caller of [reader, app.admin])
        for (const url of [buildUrl(name, showId), `${buildUrl(name, showId)}/picks`]) {
          const { statusCode, headers, body } = await caller.get(url);
          const { date, 'x-request-id': id, ...stable } = headers;
          responses.push(JSON.stringify({ statusCode, stable, body }));
        }
    expect(new Set(responses).size).toBe(1);
    expect(responses[0]).toContain('This fan has no prediction for this show.');
    expect(responses[0]).not.toContain('etag');
  });

  test('uses a custom lock time', async () => {
    const { showId } = await addShow({ locksAt: new Date(app.clock.now + HOUR / 2) });
    app.clock.now += HOUR / 2 - 1;
    expect((await readSheet(reader, OWNER, showId)).statusCode).toBe(404);
    app.clock.now += 1;
    expect((await readSheet(reader, OWNER, showId)).statusCode).toBe(200);
  });

  test.each(['postponed', 'cancelled'] as const)(
    'hides the sheets of a show that is %s after its lock',
    async (status) => {
      const { showId, lockAt } = await addShow();
      app.clock.now = lockAt;
      expect((await readSheet(reader, OWNER, showId)).statusCode).toBe(200);
      await tour.setStatus(showId, status);
      expect((await readSheet(reader, OWNER, showId)).statusCode).toBe(404);
      expect((await readSheet(owner, OWNER, showId)).statusCode).toBe(200);
    },
  );

  test('keeps the sheets of a show that reopens with frozen predictions', async () => {
    const { showId } = await addShow();
    const statuses: number[] = [];
    for (const status of ['live', 'open', 'postponed', 'closed'] as const) {
      await tour.setStatus(showId, status, 'freeze');
      statuses.push((await readSheet(reader, OWNER, showId)).statusCode);
    }
    expect(statuses).toEqual([200, 200, 404, 200]);
  });

  test('hides the new sheets of a show that reopens with void predictions', async () => {
    const { showId, lockAt } = await addShow();
    await tour.setStatus(showId, 'live');
    expect((await readSheet(reader, OWNER, showId)).statusCode).toBe(200);
    await tour.setStatus(showId, 'open', 'void');
    await tour.predict(owner, showId, [harbor]);
    app.clock.now = lockAt - 1;
    expect((await readSheet(reader, OWNER, showId)).statusCode).toBe(404);
    app.clock.now = lockAt;
    expect(listTitles((await readSheet(reader, OWNER, showId)).json())).toEqual(['Harbor']);
  });

  test('hides the sheets of a show that this server does not know yet', async () => {
    await readSheet(reader, OWNER, (await addShow()).showId);
    const showId = await tour.addShow();
    await tour.addPrediction(owner.userId, showId, [ember]);
    expect((await readSheet(reader, OWNER, showId)).statusCode).toBe(404);
  });
});

describe('a revealed sheet', () => {
  test('has the points and rank so far and updates with the setlist', async () => {
    const { showId } = await addShow();
    await tour.setStatus(showId, 'live');
    await tour.play(showId, ember);
    const live = fanSheet.parse((await readSheet(reader, OWNER, showId)).json());
    expect(live.sheet?.points).toBeNull();
    expect(live.sheet?.standing).toEqual({ rank: 1, total: 2 });
    expect(live.sheet?.picks.map(({ score }) => [score?.points, score?.badge])).toEqual([
      [41, 'Opener'],
      [0, 'Not played yet'],
    ]);
    await tour.play(showId, gale);
    await tour.setStatus(showId, 'closed');
    const scored = fanSheet.parse((await readSheet(reader, OWNER, showId)).json());
    expect(scored.sheet).toMatchObject({ points: 68, standing: { rank: 1, total: 2 } });
    const [row] = (await reader.get(`/api/shows/${showId}/setlist`)).json();
    await app.admin.patch(`/api/shows/${showId}/setlist/${row.id}`, { songId: harbor });
    const corrected = fanSheet.parse((await readSheet(reader, OWNER, showId)).json());
    expect(corrected.sheet?.points).toBe(27);
  });

  test('is cached once for all cases of the name', async () => {
    const { showId, lockAt } = await addShow();
    app.clock.now = lockAt;
    const { headers } = await readSheet(reader, OWNER, showId);
    const etag = String(headers.etag);
    const again = await reader.get(buildUrl('éLAN vital/2', showId), { 'if-none-match': etag });
    expect(again.statusCode).toBe(304);
  });

  test('moves to the fan’s new name', async () => {
    const fan = await app.signUp('Kestrel');
    const { showId, lockAt } = await addShow();
    await tour.addPrediction(fan.userId, showId, [harbor]);
    app.clock.now = lockAt;
    expect((await readSheet(reader, 'Kestrel', showId)).statusCode).toBe(200);
    await fan.patch('/api/user/profile', { username: 'Osprey' });
    expect((await readSheet(reader, 'Kestrel', showId)).statusCode).toBe(404);
    expect((await readSheet(reader, 'Osprey', showId)).json().username).toBe('Osprey');
  });

  test('returns 404 without a prediction, for an unknown fan and for an unknown show', async () => {
    const { showId, lockAt } = await addShow();
    app.clock.now = lockAt;
    const unknownShowId = '5a1c3d1e-0000-4000-8000-000000000000';
    const messages: string[] = [];
    for (const [name, id] of [
      ['Reader', showId],
      ['Nobody here', showId],
      [OWNER, unknownShowId],
      [OWNER, 'x'],
      ['a\u0000b', showId],
      ['a'.repeat(150), showId],
    ] as const) {
      const response = await readSheet(reader, name, id);
      expect(response.statusCode).toBe(404);
      messages.push(response.json().message);
    }
    expect(messages).toEqual([
      'This fan has no prediction for this show.',
      "There's no fan with this name.",
      'This fan has no prediction for this show.',
      'This fan has no prediction for this show.',
      "There's no fan with this name.",
      "There's no fan with this name.",
    ]);
  });
});

describe('a private fan', () => {
  test('shows no picks to others, not even to administrators, but lets the fan see their own', async () => {
    const { showId, lockAt } = await addShow();
    app.clock.now = lockAt;
    for (const caller of [reader, app.admin]) {
      const response = await readSheet(caller, 'Shy', showId);
      expect(response.json()).toMatchObject({ username: 'Shy', sheet: null });
      expect(response.body).not.toMatch(/Ember|Gale/);
    }
    expect(listTitles((await readSheet(shy, 'Shy', showId)).json())).toEqual(['Gale', 'Ember']);
    expect(listTitles((await readSheet(reader, OWNER, showId)).json())).toEqual(['Ember', 'Gale']);
  });

  test('hides and reveals cached sheets immediately', async () => {
    const { showId, lockAt } = await addShow();
    app.clock.now = lockAt;
    const sheets: boolean[] = [];
    for (const hasPrivateSheets of [false, true, false, true]) {
      await shy.patch('/api/user/profile', { hasPrivateSheets });
      sheets.push((await readSheet(reader, 'Shy', showId)).json().sheet !== null);
    }
    expect(sheets).toEqual([true, false, true, false]);
  });
});

test('does not show a fan the hidden sheet of the fan who took their old name', async () => {
  const [before, after] = [await app.signUp('Wren'), await app.signUp('Wren 2')];
  const { showId } = await addShow();
  await tour.addPrediction(after.userId, showId, [ember]);
  // Writes directly, like another server whose change hasn't arrived here yet.
  for (const [fan, username] of [
    [before, 'Wren the First'],
    [after, 'Wren'],
  ] as const) {
    const names = { username, usernameKey: username.toLowerCase() };
    await app.database.db.update(users).set(names).where(eq(users.id, fan.userId));
  }
  expect((await readSheet(before, 'Wren', showId)).statusCode).toBe(404);
});
