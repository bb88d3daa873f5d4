import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { openTestDatabase } from '../../../tests/support/test-database.ts';
import { createChanges } from '../../../tests/support/tour.ts';
import { createLocalBus } from '../changes/bus.ts';
import { createChangeVersions } from '../changes/change-versions.ts';
import type { Database } from '../db/open.ts';
import { shows } from '../db/schema/shows.ts';
import { createNextStart } from './next-start.ts';

let database: Database;
const bus = createLocalBus();
const changeVersions = createChangeVersions(bus);
let now = 0;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.db.delete(shows);
  now = Date.parse('2026-06-01T12:00:00Z');
});

async function addShowsOn(...days: string[]): Promise<void> {
  const fields = { name: 'Barn Night', city: 'Burlington', timeZone: 'UTC' };
  await database.db.insert(shows).values(days.map((day) => ({ ...fields, date: new Date(day) })));
}

it('returns the earliest upcoming start, regardless of the order in which shows were entered', async () => {
  await addShowsOn('2026-09-01', '2026-05-01', '2026-07-01', '2026-06-02', '2026-08-01');
  const nextStart = createNextStart({ db: database.db, changeVersions, clock: () => now });
  expect(await nextStart()).toEqual(new Date('2026-06-02'));
  now = Date.parse('2026-06-02');
  expect(await nextStart()).toEqual(new Date('2026-07-01'));
  now = Date.parse('2026-09-01');
  expect(await nextStart()).toBeUndefined();
});

it('reads once, and again after a schedule change', async () => {
  const selectSpy = vi.spyOn(database.db, 'select');
  const nextStart = createNextStart({ db: database.db, changeVersions, clock: () => now });
  await Promise.all([nextStart(), nextStart()]);
  await bus.publish(createChanges('song'));
  expect(await nextStart()).toBeUndefined();
  expect(selectSpy).toHaveBeenCalledTimes(1);
  await addShowsOn('2026-07-01');
  await bus.publish(createChanges('show'));
  expect(await nextStart()).toEqual(new Date('2026-07-01'));
  selectSpy.mockRestore();
});

it('does not cache a failed read', async () => {
  await addShowsOn('2026-07-01');
  const nextStart = createNextStart({ db: database.db, changeVersions, clock: () => now });
  const selectSpy = vi.spyOn(database.db, 'select').mockImplementationOnce(() => {
    throw new Error('The connection was lost');
  });
  await expect(nextStart()).rejects.toThrow('The connection was lost');
  expect(await nextStart()).toEqual(new Date('2026-07-01'));
  selectSpy.mockRestore();
});
