import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Change } from '#contract/freshness.ts';
import { openTestDatabase } from '../../../tests/support/test-database.ts';
import { ConflictError } from '../db/failures.ts';
import type { Database } from '../db/open.ts';
import { auditLog } from '../db/schema/audit.ts';
import { songs } from '../db/schema/songs.ts';
import { runAndPublish, runChange } from './run-change.ts';

const EMBER: Change = { topic: 'song', subjectId: 'ember', version: 1 };
const AUDIT: Change = { topic: 'audit', subjectId: null, version: 0 };

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

describe('runChange', () => {
  it("returns the result and the changes, the audit log's last", async () => {
    const { result, changes } = await runChange(database.db, null, async ({ record, changed }) => {
      const id = await record({ action: 'setup.import', after: { shows: 1 } });
      changed(EMBER);
      return id;
    });
    expect(changes).toEqual([EMBER, AUDIT]);
    const [entry] = await database.db.select().from(auditLog).where(eq(auditLog.id, result));
    expect(entry).toMatchObject({ actorId: null, action: 'setup.import', after: { shows: 1 } });
  });

  it('omits the audit log if nothing was recorded', async () => {
    const { changes } = await runChange(database.db, null, async ({ changed }) => changed(EMBER));
    expect(changes).toEqual([EMBER]);
  });

  it('discards an attempt that ends in a conflict', async () => {
    let attempts = 0;
    const { result, changes } = await runChange(
      database.db,
      null,
      async ({ tx, record, changed }) => {
        attempts += 1;
        await tx.insert(songs).values({ title: `Attempt ${attempts}` });
        changed({ ...EMBER, version: attempts });
        if (attempts === 1) {
          await record({ action: 'song.create' });
          throw new ConflictError('conflict');
        }
        return attempts;
      },
    );
    expect([result, changes]).toEqual([2, [{ ...EMBER, version: 2 }]]);
    const titles = await database.db.select({ title: songs.title }).from(songs);
    expect(titles).toEqual([{ title: 'Attempt 2' }]);
  });
});

describe('runAndPublish', () => {
  it('publishes after the commit, and nothing if nothing changed', async () => {
    const { db } = database;
    const title = 'Cedar';
    const publish = vi.fn(async () => {
      expect(await db.$count(songs, eq(songs.title, title))).toBe(1);
    });
    const bus = { publish };
    const result = await runAndPublish({ db, bus }, null, async ({ tx, changed }) => {
      await tx.insert(songs).values({ title });
      changed(EMBER);
      return 'added';
    });
    expect(result).toBe('added');
    expect(publish).toHaveBeenCalledExactlyOnceWith([EMBER]);
    await runAndPublish({ db, bus }, null, async () => undefined);
    expect(publish).toHaveBeenCalledOnce();
  });
});
