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

let app: TestApp;
let tour: Tour;
let fan: Caller;
let songs: string[];
beforeAll(async () => {
  app = await openTestApp();
  tour = planTour(app);
  fan = await app.signUp('Front Row');
  songs = await tour.addSongs('Opener', '=1+1', 'Comma, "quoted"');
});
afterAll(() => app.close());

async function exportTable(path: string): Promise<string[][]> {
  // The tests move the clock by hours between requests.
  await app.admin.post('/api/auth/confirm', { password: app.admin.password });
  const { statusCode, rawPayload } = await app.admin.get(path);
  expect(statusCode).toBe(200);
  return parse(rawPayload, { bom: true });
}

test('exports every account across pages, with formulas escaped', async () => {
  await tour.addFans(2_100, 'Pager');
  const formulas = ['=HYPERLINK("http://x","y")', '+1', '-1', '@SUM(A1)', '＝1'];
  const { db } = app.database;
  for (const [n, id] of (await tour.addFans(formulas.length, 'Evil')).entries())
    await db.update(users).set({ homeVenue: formulas[n] }).where(eq(users.id, id));
  const rows = await exportTable(contract.USERS_CSV_PATH);
  expect(rows[0]?.slice(0, 3)).toEqual(['Username', 'Email', 'Email verified']);
  expect(new Set(rows.map(([username]) => username)).size).toBe(1 + 2_100 + formulas.length + 2);
  expect(rows.some(([, email]) => email === fan.email)).toBe(true);
  const venues = rows.filter(([username]) => username?.startsWith('Evil')).map((row) => row[8]);
  expect(venues).toEqual(formulas.map((text) => `'${text}`));
  expect(rows.flat().filter((field) => /^[=+\-@\t\r]/.test(field))).toEqual([]);
});

test('sends CSV per RFC 4180 with a byte order mark and a file name', async () => {
  const { headers, rawPayload } = await app.admin.get(contract.USERS_CSV_PATH);
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
  const showId = await tour.addShow({ date: new Date(app.clock.now + 2 * HOUR) });
  const otherShow = await tour.addShow();
  await tour.addPrediction(fan.userId, showId, songs);
  const [bystander = ''] = await tour.addFans(1, 'Elsewhere');
  await tour.addPrediction(bystander, otherShow, songs);
  const response = await app.admin.get(contract.predictionsCsvPath(showId));
  expect(response.statusCode).toBe(409);
  expect(response.json().message).toBe(contract.EXPORT_AFTER_LOCK);
  app.clock.now += HOUR + 1;
  const [header, ...rows] = await exportTable(contract.predictionsCsvPath(showId));
  expect(header).toEqual(['Username', 'Submitted', 'Position', 'Song']);
  expect(rows.map(([username, , position, song]) => [username, position, song])).toEqual([
    ['Front Row', '1', 'Opener'],
    ['Front Row', '2', "'=1+1"],
    ['Front Row', '3', 'Comma, "quoted"'],
  ]);
});

test('exports results with the ranks of the leaderboard across pages', async () => {
  const showId = await tour.addShow();
  const crowd = await tour.addFans(1_300, 'Ranked');
  const [firstFan = '', secondFan = '', ...otherFans] = crowd;
  for (const id of [firstFan, secondFan]) await tour.addPrediction(id, showId, songs.slice(0, 1));
  const { db } = app.database;
  await db.insert(predictions).values(otherFans.map((userId) => ({ userId, showId })));
  const response = await app.admin.get(contract.resultsCsvPath(showId));
  expect(response.json().message).toBe(contract.EXPORT_AFTER_SCORES);
  await tour.setStatus(showId, 'live');
  await tour.play(showId, songs[0] ?? '');
  await tour.calculate(showId);
  const [header, ...rows] = await exportTable(contract.resultsCsvPath(showId));
  expect(header).toEqual(['Rank', 'Username', 'Points', 'Submitted']);
  expect(rows).toHaveLength(1_300);
  expect(rows.map(([rank, , points]) => [rank, points]).slice(0, 4)).toEqual([
    ['1', '41'],
    ['1', '41'],
    ['3', '0'],
    ['3', '0'],
  ]);
  expect(new Set(rows.map(([, username]) => username)).size).toBe(1_300);
});

test('allows only administrators to export, and records each export', async () => {
  const showId = await tour.addShow();
  const paths = [contract.USERS_CSV_PATH, contract.predictionsCsvPath(showId)];
  for (const path of [...paths, contract.resultsCsvPath(showId)]) {
    expect((await fan.get(path)).statusCode).toBe(403);
    expect((await app.visitor.get(path)).statusCode).toBe(401);
  }
  expect((await app.admin.get(contract.resultsCsvPath('nothing'))).statusCode).toBe(404);
  const { db } = app.database;
  const listExportRecords = () =>
    db.select().from(auditLog).where(eq(auditLog.action, 'data.export'));
  const countBefore = (await listExportRecords()).length;
  await exportTable(contract.USERS_CSV_PATH);
  const [record] = (await listExportRecords()).slice(countBefore);
  expect(record).toMatchObject({ actorId: app.admin.userId, after: { what: 'users' } });
});
