import { afterAll, beforeAll, expect, it } from 'vitest';
import { createGate } from '../../../tests/support/gate.ts';
import { waitForLockWaits } from '../../../tests/support/lock-waits.ts';
import { openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { leagueMembers, leagues } from '../db/schema/leagues.ts';
import { checkInvariants } from '../invariants/check.ts';

let app: TestApp;

beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

it('hands over a league that the fan creates while their account is being deleted', async () => {
  const { db } = app.database;
  const [leaver, bystander] = [await app.signUp('Leaver'), await app.signUp('Bystander')];
  const committed = createGate();
  const joinedAt = new Date(app.clock.now);
  const creation = db.transaction(async (tx) => {
    const fields = { name: 'Late', color: 'blue', isListed: true, invitation: 'late' } as const;
    const league = { ...fields, ownerId: leaver.userId, startsAt: joinedAt };
    const [{ id: leagueId = '' } = {}] = await tx.insert(leagues).values(league).returning();
    for (const { userId } of [leaver, bystander])
      await tx.insert(leagueMembers).values({ leagueId, userId, joinedAt });
    await committed.opened;
    return leagueId;
  });
  const confirmation = { currentPassword: leaver.password, isConfirmed: true };
  const deletion = leaver.post('/api/user/deletion', confirmation);
  await waitForLockWaits(db);
  committed.open();
  const leagueId = await creation;
  expect((await deletion).statusCode).toBe(200);
  expect((await bystander.get(`/api/leagues/${leagueId}`)).json()).toMatchObject({
    ...{ memberCount: 1, owner: { userId: bystander.userId } },
  });
  expect((await checkInvariants(db)).filter(({ rows }) => rows.length > 0)).toEqual([]);
});
