import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AuditRecord } from '#contract/audit.ts';
import { TOTAL_COUNT_HEADER } from '#contract/leaderboards.ts';
import { buildUrl } from '#contract/url.ts';
import { type Caller, openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { addShow, addSong, ok, play } from '../../../tests/support/tour.ts';
import { auditLog } from '../db/schema/audit.ts';

let app: TestApp;
let admin: Caller;
let ben: Caller;

beforeAll(async () => {
  app = await openTestApp();
  admin = app.admin;
  ben = await app.signUp('Ben_Hollow');
  ok(await admin.patch(`/api/admin/users/${ben.userId}`, { isAdmin: true }));
});
afterAll(() => app.close());

async function readLog(query: Record<string, string> = {}) {
  const response = ok(await admin.get(buildUrl('/api/admin/audit', { query })));
  const rows: AuditRecord[] = response.json();
  return { rows, total: Number(response.headers[TOTAL_COUNT_HEADER]) };
}
const listActions = ({ rows }: { rows: AuditRecord[] }) => rows.map(({ action }) => action);

it('lists who changed what, newest first', async () => {
  const show = await addShow(admin, { name: 'Barn Night' });
  const ember = await addSong(ben, 'Ember');
  await play(admin, show.id, ember);
  ok(await ben.patch(`/api/shows/${show.id}`, { venue: 'Hall B' }));
  ok(await admin.post(`/api/shows/${show.id}/setlist/undo`));
  ok(await admin.delete(`/api/songs/${ember.id}`));

  const { rows } = await readLog({ limit: '6' });
  expect(listActions({ rows })).toEqual([
    ...['song.delete', 'setlist.undo', 'show.update', 'setlist.add', 'song.create', 'show.create'],
  ]);
  const [deletion, undo, updated, addition] = rows;
  expect(deletion).toMatchObject({ subjectName: '“Ember”', who: { username: 'stagehand' } });
  expect(undo?.subjectName).toBe('“a song that was deleted” · Barn Night');
  expect(updated).toMatchObject({ subjectName: 'Barn Night', who: { id: ben.userId } });
  expect(updated?.changes).toEqual([{ what: 'venue', before: null, after: 'Hall B' }]);
  expect([addition?.isUndone, undo?.isUndone]).toEqual([true, false]);
});

it('filters by action, actor and time, and paginates', async () => {
  const allRecords = await readLog({ limit: '500' });
  expect(allRecords.total).toBe(allRecords.rows.length);
  expect(listActions(await readLog({ action: 'setlist.add' }))).toEqual(['setlist.add']);
  expect(listActions(await readLog({ who: 'ben_h' }))).toEqual(['show.update', 'song.create']);
  expect((await readLog({ who: 'ben%' })).total).toBe(0);
  const page = await readLog({ limit: '2', offset: '1' });
  expect(page).toEqual({ rows: allRecords.rows.slice(1, 3), total: allRecords.total });

  const createdAt = new Date('2020-05-08T12:00:00Z');
  await app.database.db.insert(auditLog).values({ at: createdAt, action: 'setup.initialize' });
  const [from, until] = ['2020-05-08T12:00:00Z', '2020-05-08T12:00:01Z'];
  expect(listActions(await readLog({ from, until }))).toEqual(['setup.initialize']);
  expect((await readLog({ until: from })).total).toBe(0);
  expect((await readLog({ from: until })).total).toBe(allRecords.total);
});

it('returns the number of picks instead of the picks', async () => {
  const picks = Array.from({ length: 3_000 }, (_, position) => ({ position }));
  const before = { song: { title: 'Gale' }, picks };
  await app.database.db.insert(auditLog).values({ action: 'song.delete', before });
  const [record] = (await readLog({ action: 'song.delete' })).rows;
  expect(record).toMatchObject({ subjectName: '“Gale”', who: null });
  expect(record?.changes).toContainEqual({ what: 'picks', before: '3000', after: null });
});

it.each([
  { action: 'nonsense' },
  { from: 'yesterday' },
  { from: '0000-01-01T00:00:00Z' },
  { until: '9999-12-31T23:59:59Z' },
  { limit: '0' },
  { who: 'x'.repeat(101) },
])('rejects %o', async (query) => {
  const response = await admin.get(buildUrl('/api/admin/audit', { query }));
  expect([response.statusCode, response.json().message]).toEqual([400, expect.any(String)]);
});
