import { and, eq, gt } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { TOTAL_COUNT_HEADER } from '#contract/leaderboards.ts';
import * as moderation from '#contract/moderation.ts';
import { confirmModerationNotice } from '#contract/moderation-notices.ts';
import * as contract from '#contract/reports.ts';
import type { Context } from '../context.ts';
import { users } from '../db/schema/accounts.ts';
import { moderationNotices } from '../db/schema/moderation.ts';
import { change } from '../http/change.ts';
import { notFound, route } from '../http/route.ts';
import { createReport } from './create-report.ts';
import { decideReport } from './decide-report.ts';
import { endMute } from './end-mute.ts';
import { countReportedContent, findReportedContent } from './queries.ts';

export function moderationRoutes(app: FastifyInstance, { db, clock }: Context): void {
  change(app, contract.createReport, async ({ params, body, viewer, reply, ...scope }) => {
    const reporter = { reporterId: viewer.userId, now: clock() };
    const isNew = await createReport(scope, params, body, reporter);
    if (!isNew) reply.status(200);
    return { isNew, message: isNew ? contract.REPORT_RECEIVED : contract.REPORT_REPEATED };
  });

  route(app, moderation.listReports, async ({ query, reply }) => {
    reply.header(TOTAL_COUNT_HEADER, await countReportedContent(db, query.state));
    return findReportedContent(db, query);
  });

  route(app, moderation.listMutedFans, async () => {
    const rows = await db
      .select({ id: users.id, username: users.username, mutedUntil: users.mutedUntil })
      .from(users)
      .where(gt(users.mutedUntil, new Date(clock())))
      .orderBy(users.mutedUntil, users.id);
    return rows.flatMap(({ mutedUntil, ...fan }) =>
      mutedUntil ? [{ ...fan, mutedUntil: mutedUntil.toISOString() }] : [],
    );
  });

  change(app, moderation.decideReport, async ({ params, body, viewer, ...scope }) => {
    await decideReport(scope, params.id, body, { viewer, now: clock() });
    return undefined;
  });

  change(app, moderation.endMute, async ({ params, viewer, ...scope }) => {
    await endMute(scope, params.id, { viewer, now: clock() });
    return undefined;
  });

  change(app, confirmModerationNotice, async ({ params, viewer, tx, changed }) => {
    const isMyNotice = and(
      eq(moderationNotices.id, params.id),
      eq(moderationNotices.userId, viewer.userId),
    );
    const [notice] = await tx.select().from(moderationNotices).where(isMyNotice).for('update');
    if (!notice) throw notFound('Notice');
    if (notice.isConfirmed) return undefined;
    await tx.update(moderationNotices).set({ isConfirmed: true }).where(isMyNotice);
    changed({ topic: 'account', subjectId: viewer.userId, version: clock() });
    return undefined;
  });
}
