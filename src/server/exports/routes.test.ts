import { parse } from 'csv-parse/sync';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOUR } from '#contract/durations.ts';
import * as contract from '#contract/exports.ts';
import { type Caller, openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { planTour, type Tour } from '../../../tests/support/tour.ts';
import { users } from '../db/schema/accounts.ts';
import { auditLog } from '../db/schema/audit.ts';
import { predictions } from '../db/schema/predictions.ts';

let stage: TestApp;
let tour: Tour;
let fan: Caller;
let songs: string[];
beforeAll(async () => {
  stage = await openTestApp();
  tour = planTour(stage);
  fan = await stage.signUp('Front Row');
  songs = await tour.songs('Opener', '=1+1', 'Comma, "quoted"');
});
afterAll(() => stage.close());

async function table(path: string): Promise<string[][]> {
  // The tests move the clock by hours between calls.
  await stage.admin.post('/api/auth/confirm', { password: stage.admin.password });
  const { statusCode, rawPayload } = await stage.admin.get(path);
  expect(statusCode).toBe(200);
  return parse(rawPayload, { bom: true });
}

test('exports every account across pages, with formulas neutralized', async () => {
  await tour.crowd(2_100, 'Pager');
  const evil = ['=HYPERLINK("http://x","y")', '+1', '-1', '@SUM(A1)', '＝1'];
  const { db } = stage.database;
  for (const [n, id] of (await tour.crowd(evil.length, 'Evil')).entries())
    await db.update(users).set({ homeVenue: evil[n] }).where(eq(users.id, id));
  const rows = await table(contract.USERS_CSV_PATH);
  expect(rows[0]?.slice(0, 3)).toEqual(['Username', 'Email', 'Email verified']);
  expect(new Set(rows.map(([username]) => username)).size).toBe(1 + 2_100 + evil.length + 2);
  expect(rows.some(([, email]) => email === fan.email)).toBe(true);
  const venues = rows.filter(([username]) => username?.startsWith('Evil')).map((row) => row[8]);
  expect(venues).toEqual(evil.map((text) => `'${text}`));
  expect(rows.flat().filter((field) => /^[=+\-@\t\r]/.test(field))).toEqual([]);
});

test('sends RFC 4180 with a byte order mark and a file name', async () => {
  const { headers, rawPayload } = await stage.admin.get(contract.USERS_CSV_PATH);
  expect(rawPayload.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
  const text = rawPayload.toString();
  expect(text.endsWith('\r\n')).toBe(true);
  expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  expect(headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'cache-control': 'no-store',
    'content-disposition': expect.stringMatching(
      /^attachment; filename="called-it-users-\d{4}-\d\d-\d\d.csv"$/,
    ),
  });
});

test('exports the picks of one show after its lock, without email addresses', async () => {
  const showId = await tour.show({ date: new Date(stage.clock.now + 2 * HOUR) });
  const other = await tour.show();
  await tour.predicted(fan.userId, showId, songs);
  const [bystander = ''] = await tour.crowd(1, 'Elsewhere');
  await tour.predicted(bystander, other, songs);
  const early = await stage.admin.get(contract.predictionsCsvPath(showId));
  expect(early.statusCode).toBe(409);
  expect(early.json().message).toBe(contract.EXPORT_AFTER_LOCK);
  stage.clock.now += HOUR + 1;
  const [head, ...rows] = await table(contract.predictionsCsvPath(showId));
  expect(head).toEqual(['Username', 'Submitted', 'Position', 'Song']);
  expect(rows.map(([username, , position, song]) => [username, position, song])).toEqual([
    ['Front Row', '1', 'Opener'],
    ['Front Row', '2', "'=1+1"],
    ['Front Row', '3', 'Comma, "quoted"'],
  ]);
});

test('exports results with the ranks of the leaderboard across pages', async () => {
  const showId = await tour.show();
  const crowd = await tour.crowd(1_300, 'Ranked');
  // All submitted at the same time, except two with a pick.
  const [one = '', two = '', ...rest] = crowd;
  for (const id of [one, two]) await tour.predicted(id, showId, songs.slice(0, 1));
  const { db } = stage.database;
  await db.insert(predictions).values(rest.map((userId) => ({ userId, showId })));
  const early = await stage.admin.get(contract.resultsCsvPath(showId));
  expect(early.json().message).toBe(contract.EXPORT_AFTER_SCORES);
  await tour.status(showId, 'live');
  await tour.play(showId, songs[0] ?? '');
  await tour.calculate(showId);
  const [head, ...rows] = await table(contract.resultsCsvPath(showId));
  expect(head).toEqual(['Rank', 'Username', 'Points', 'Submitted']);
  expect(rows).toHaveLength(1_300);
  expect(rows.map(([rank, , points]) => [rank, points]).slice(0, 4)).toEqual([
    ['1', '41'],
    ['1', '41'],
    ['3', '0'],
    ['3', '0'],
  ]);
  expect(new Set(rows.map(([, username]) => username)).size).toBe(1_300);
});

test('allows only administrators and records each export', async () => {
  const showId = await tour.show();
  const paths = [contract.USERS_CSV_PATH, contract.predictionsCsvPath(showId)];
  for (const path of [...paths, contract.resultsCsvPath(showId)]) {
    expect((await fan.get(path)).statusCode).toBe(403);
    expect((await stage.visitor.get(path)).statusCode).toBe(401);
  }
  expect((await stage.admin.get(contract.resultsCsvPath('nothing'))).statusCode).toBe(404);
  const { db } = stage.database;
  const exportRecords = () => db.select().from(auditLog).where(eq(auditLog.action, 'data.export'));
  const before = (await exportRecords()).length;
  await table(contract.USERS_CSV_PATH);
  const [last] = (await exportRecords()).slice(before);
  expect(last).toMatchObject({ actorId: stage.admin.userId, after: { what: 'users' } });
});
