import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AuditRecord } from '#contract/audit.ts';
import { TOTAL_COUNT_HEADER } from '#contract/leaderboards.ts';
import { urlOf } from '#contract/url.ts';
import { type Caller, openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { addShow, addSong, ok, play } from '../../../tests/support/tour.ts';
import { auditLog } from '../db/schema/audit.ts';

let test: TestApp;
let admin: Caller;
let ben: Caller;

beforeAll(async () => {
  test = await openTestApp();
  admin = test.admin;
  ben = await test.signUp('Ben_Hollow');
  ok(await admin.patch(`/api/admin/users/${ben.userId}`, { isAdmin: true }));
});
afterAll(() => test.close());

async function read(query: Record<string, string> = {}) {
  const answer = ok(await admin.get(urlOf('/api/admin/audit', { query })));
  const rows: AuditRecord[] = answer.json();
  return { rows, total: Number(answer.headers[TOTAL_COUNT_HEADER]) };
}
const actionsOf = ({ rows }: { rows: AuditRecord[] }) => rows.map(({ action }) => action);

it('lists who changed what, newest first', async () => {
  const show = await addShow(admin, { name: 'Barn Night' });
  const ember = await addSong(ben, 'Ember');
  await play(admin, show.id, ember);
  ok(await ben.patch(`/api/shows/${show.id}`, { venue: 'Hall B' }));
  ok(await admin.post(`/api/shows/${show.id}/setlist/undo`));
  ok(await admin.delete(`/api/songs/${ember.id}`));

  const { rows } = await read({ limit: '6' });
  expect(actionsOf({ rows })).toEqual([
    ...['song.delete', 'setlist.undo', 'show.update', 'setlist.add', 'song.create', 'show.create'],
  ]);
  const [deleted, undo, update, added] = rows;
  expect(deleted).toMatchObject({ subjectName: '“Ember”', who: { username: 'stagehand' } });
  expect(undo?.subjectName).toBe('“a song that was deleted” · Barn Night');
  expect(update).toMatchObject({ subjectName: 'Barn Night', who: { id: ben.userId } });
  expect(update?.changes).toEqual([{ what: 'venue', before: null, after: 'Hall B' }]);
  expect([added?.isUndone, undo?.isUndone]).toEqual([true, false]);
});

it('filters by action, actor and time, in pages', async () => {
  const everything = await read({ limit: '500' });
  expect(everything.total).toBe(everything.rows.length);
  expect(actionsOf(await read({ action: 'setlist.add' }))).toEqual(['setlist.add']);
  const byBen = await read({ who: 'ben_h' });
  expect(actionsOf(byBen)).toEqual(['show.update', 'song.create']);
  expect((await read({ who: 'ben%' })).total).toBe(0);
  const second = await read({ limit: '2', offset: '1' });
  expect(second).toEqual({ rows: everything.rows.slice(1, 3), total: everything.total });

  const at = new Date('2020-05-08T12:00:00Z');
  await test.database.db.insert(auditLog).values({ at, action: 'setup.initialize' });
  const [may8, may9] = ['2020-05-08T12:00:00Z', '2020-05-08T12:00:01Z'];
  expect(actionsOf(await read({ from: may8, until: may9 }))).toEqual(['setup.initialize']);
  expect((await read({ until: may8 })).total).toBe(0);
  expect((await read({ from: may9 })).total).toBe(everything.total);
});

it('returns the number of picks instead of the picks', async () => {
  const picks = Array.from({ length: 3_000 }, (_, position) => ({ position }));
  const before = { song: { title: 'Gale' }, picks };
  await test.database.db.insert(auditLog).values({ action: 'song.delete', before });
  const [record] = (await read({ action: 'song.delete' })).rows;
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
])('refuses %o', async (query) => {
  const answer = await admin.get(urlOf('/api/admin/audit', { query }));
  expect([answer.statusCode, answer.json().message]).toEqual([400, expect.any(String)]);
});
