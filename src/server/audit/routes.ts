import { and, desc, eq, gte, ilike, inArray, lt, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { listAudit } from '#contract/audit.ts';
import type { QueryOf } from '#contract/endpoint.ts';
import { TOTAL_COUNT_HEADER } from '#contract/leaderboards.ts';
import type { Context } from '../context.ts';
import type { Db } from '../db/open.ts';
import { users } from '../db/schema/accounts.ts';
import { auditLog } from '../db/schema/audit.ts';
import { shows } from '../db/schema/shows.ts';
import { songs } from '../db/schema/songs.ts';
import { route } from '../http/route.ts';
import { describeChanges, describeSubject } from './describe-change.ts';

type AuditQuery = QueryOf<typeof listAudit>;

export function auditRoutes(app: FastifyInstance, { db }: Pick<Context, 'db'>): void {
  route(app, listAudit, async ({ query, reply }) => {
    const { rows, total } = await findRecords(db, query);
    reply.header(TOTAL_COUNT_HEADER, total);
    const titles = await findTitles(db, rows);
    return rows.map(({ id, at, action, undoneAt, actorId, actorName, ...record }) => ({
      ...{ id, action, isUndone: undoneAt !== null, at: at.toISOString() },
      who: actorId && actorName ? { id: actorId, username: actorName } : null,
      subjectName: describeSubject(record, (songId) => titles.get(songId)),
      changes: describeChanges(record),
    }));
  });
}

async function findRecords(db: Db, { limit, offset, ...filter }: AuditQuery) {
  const actors = db.select({ id: users.id, username: users.username }).from(users).as('actors');
  const where = and(
    filter.action && eq(auditLog.action, filter.action),
    filter.who
      ? ilike(actors.username, `%${filter.who.replaceAll(/[\\%_]/g, '\\$&')}%`)
      : undefined,
    filter.from ? gte(auditLog.at, new Date(filter.from)) : undefined,
    filter.until ? lt(auditLog.at, new Date(filter.until)) : undefined,
  );
  const rows = await db
    .select({
      ...{ id: auditLog.id, at: auditLog.at, action: auditLog.action },
      ...{ subjectId: auditLog.subjectId, undoneAt: auditLog.undoneAt },
      ...{ before: beforeWithPickCount, after: auditLog.after },
      ...{ actorId: actors.id, actorName: actors.username },
      ...{ showName: shows.name, username: users.username },
    })
    .from(auditLog)
    .leftJoin(actors, eq(actors.id, auditLog.actorId))
    .leftJoin(shows, eq(shows.id, auditLog.showId))
    .leftJoin(users, eq(users.id, auditLog.subjectId))
    .where(where)
    .orderBy(desc(auditLog.id))
    .limit(limit)
    .offset(offset);
  const [count] = await db
    .select({ total: sql<number>`count(*)::int` })
    .from(auditLog)
    .leftJoin(actors, eq(actors.id, auditLog.actorId))
    .where(where);
  return { rows, total: count?.total ?? 0 };
}

/** Replaces a deleted song's picks, which may be thousands, with their number. */
const beforeWithPickCount = sql<unknown>`case
    when jsonb_typeof(${auditLog.before} -> 'picks') = 'array'
    then ${auditLog.before}
      || jsonb_build_object('picks', jsonb_array_length(${auditLog.before} -> 'picks'))
    else ${auditLog.before}
  end`;

async function findTitles(db: Db, records: readonly { before: unknown; after: unknown }[]) {
  const rows = records.flatMap(({ before, after }) => [before, after].flat() as unknown[]);
  const ids = new Set(rows.map(findSongId).filter((id) => id !== undefined));
  if (ids.size === 0) return new Map<string, string>();
  const matchingSongs = await db
    .select({ id: songs.id, title: songs.title })
    .from(songs)
    .where(inArray(songs.id, [...ids]));
  return new Map(matchingSongs.map(({ id, title }) => [id, title]));
}

function findSongId(row: unknown): string | undefined {
  if (typeof row !== 'object' || row === null || !('songId' in row)) return undefined;
  return typeof row.songId === 'string' ? row.songId : undefined;
}
