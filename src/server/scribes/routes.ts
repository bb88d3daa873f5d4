import { desc, eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/scribes.ts';
import type { Context } from '../context.ts';
import type { DbOrTx } from '../db/open.ts';
import { users } from '../db/schema/accounts.ts';
import { scribes } from '../db/schema/scribes.ts';
import { change } from '../http/change.ts';
import { notFound, route } from '../http/route.ts';
import { acceptInvitation, findInvitation, inviteScribe } from './invitations.ts';
import { describeScribe, listScribeChanges } from './rights.ts';

export function scribeRoutes(app: FastifyInstance, { db, clock }: Context): void {
  route(app, contract.listScribes, () => findScribes(db));

  change(app, contract.inviteScribe, async ({ body, ...scope }) => {
    const { row, invitation } = await inviteScribe(scope, body, clock());
    return { ...toScribe(row, null), invitation };
  });

  change(app, contract.removeScribe, async ({ params, tx, record, changed }) => {
    const [row] = await tx.delete(scribes).where(eq(scribes.id, params.id)).returning();
    if (!row) throw notFound('Scribe');
    await record({ ...describeScribe(row), action: 'scribe.remove' });
    changed(...listScribeChanges(row));
    return undefined;
  });

  route(app, contract.getScribeInvitation, ({ params, viewer }) =>
    findInvitation(db, params.invitation, viewer),
  );

  change(app, contract.acceptScribeInvitation, ({ params, viewer, ...scope }) =>
    acceptInvitation(scope, params.invitation, viewer),
  );
}

async function findScribes(db: DbOrTx): Promise<contract.Scribe[]> {
  const rows = await db
    .select({ scribe: scribes, username: users.username })
    .from(scribes)
    .leftJoin(users, eq(users.id, scribes.userId))
    .orderBy(desc(scribes.createdAt), desc(scribes.id));
  return rows.map(({ scribe, username }) => toScribe(scribe, username));
}

function toScribe(
  { id, showId, tourName, userId, createdAt }: typeof scribes.$inferSelect,
  username: string | null,
): contract.Scribe {
  const fan = userId && username ? { id: userId, username } : null;
  return { id, showId, tourName, fan, createdAt: createdAt.toISOString() };
}
