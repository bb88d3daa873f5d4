import { sql } from 'drizzle-orm';
import {
  REPORT_COMMENTS_SHOWN,
  REPORTED_TEXT_MAX,
  type ReportedContent,
} from '#contract/moderation.ts';
import type { Db } from '../db/open.ts';
import { buildFingerprintSql } from './fingerprint.ts';

type State = 'open' | 'removed';

const inState = {
  open: sql`cases.open_since is not null`,
  removed: sql`cases.visibility = 'removed'`,
};

const order = {
  open: sql`cases.open_since, cases.id`,
  removed: sql`cases.created_at desc, cases.id desc`,
};

export async function countReportedContent(db: Db, state: State): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from moderation_cases cases where ${inState[state]}`,
  );
  return rows[0]?.count ?? 0;
}

/** Sorts open content by waiting time, longest first, and removed content latest first. */
export async function findReportedContent(
  db: Db,
  { state, limit, offset }: { state: State; limit: number; offset: number },
): Promise<ReportedContent[]> {
  const { rows } = await db.execute<ReportedContent & Record<string, unknown>>(sql`
    with page as (
      select * from moderation_cases cases where ${inState[state]}
      order by ${order[state]} limit ${limit} offset ${offset}
    )
    select cases.id, cases.version, cases.kind, nullif(cases.visibility, 'visible') as hidden,
      ${buildFingerprintSql(sql`fans.id`, sql`content.text`)} as fingerprint,
      left(content.text, ${REPORTED_TEXT_MAX}) as text,
      case when cases.reported_text <> content.text
        then left(cases.reported_text, ${REPORTED_TEXT_MAX}) end as "earlierText",
      json_build_object('id', fans.id, 'username', fans.username) as fan,
      case when threads.id is not null then json_build_object('id', threads.id,
        'title', coalesce(threads.title, shows.name), 'postNumber', ${postNumber}) end as thread,
      case when leagues.id is not null then json_build_object('id', leagues.id,
        'isListed', leagues.is_listed) end as league,
      (select count(*)::int from ${caseReports}) as "reportCount",
      ${reasons} as reasons, ${comments} as comments,
      to_char(coalesce(cases.open_since, cases.created_at) at time zone 'UTC',
        'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "reportedAt"
    from page cases
    left join forum_posts posts on posts.id = cases.post_id
    left join forum_threads threads on threads.id = coalesce(cases.thread_id, posts.thread_id)
    left join shows on shows.id = threads.show_id
    left join league_posts talk on talk.id = cases.league_post_id
    left join leagues on leagues.id = coalesce(cases.league_id, talk.league_id)
    join users fans on fans.id = coalesce(cases.user_id, leagues.owner_id)
    cross join lateral (select coalesce(case cases.kind
      when 'thread' then threads.title || E'\\n\\n' || (
        select opening.content from forum_posts opening where opening.thread_id = threads.id
        order by opening.created_at, opening.id limit 1)
      when 'post' then posts.content
      when 'talk' then talk.content
      when 'bio' then fans.bio
      when 'league' then leagues.name
      else fans.username
    end, '') as text) content
    order by ${order[state]}`);
  return rows;
}

const caseReports = sql`reports where reports.case_id = cases.id
  and (cases.open_since is null or reports.outcome is null)`;

const postNumber = sql`(
  select greatest(count(*), 1)::int from forum_posts earlier
  where earlier.thread_id = threads.id
    and (earlier.created_at, earlier.id) <= (posts.created_at, posts.id)
)`;

const reasons = sql`(
  select coalesce(json_agg(json_build_object('reason', reason, 'count', count)
    order by count desc, reason), '[]')
  from (select reason, count(*)::int as count from ${caseReports} group by reason) counted
)`;

const comments = sql`(
  select coalesce(json_agg(comment order by created_at desc), '[]')
  from (
    select comment, created_at from ${caseReports} and comment is not null
    order by created_at desc limit ${REPORT_COMMENTS_SHOWN}
  ) latest
)`;
