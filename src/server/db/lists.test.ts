import { readdirSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';
import { getLeagueSeason, listLeagueNights } from '#contract/league-boards.ts';
import { getNextSheetOdds } from '#contract/next-sheet.ts';
import { getNextSongs, getShowOdds } from '#contract/odds.ts';
import { type Caller, openTestApp, type TestApp } from '../../../tests/support/test-app.ts';

const ROW_COUNT = 20_000;

const contractFiles = readdirSync('src/contract')
  .filter((file) => !file.endsWith('.test.ts'))
  .map((file) => file.replace('.ts', ''));
const modules = await Promise.all(contractFiles.map((file) => import(`../../contract/${file}.ts`)));
const lists = modules
  .flatMap((exports) => Object.values(exports))
  .filter(isList)
  // Computed from all shows in a worker thread, once per change.
  .filter((list) => list !== getShowOdds && list !== getNextSongs && list !== getNextSheetOdds)
  // Computed from all members, once per change.
  .filter((list) => list !== getLeagueSeason && list !== listLeagueNights);

let app: TestApp;
let fan: Caller;
const queries: { text: string; values: unknown[] }[] = [];
const ids = { shows: '', predictions: '', threads: '', songs: '', leagues: '', webhooks: '' };

beforeAll(async () => {
  app = await openTestApp();
  fan = await app.signUp('Marigold');
  const { db } = app.database;
  for (const statement of seedStatements) await db.execute(statement);
  const [row] = (await db.execute<typeof ids>(selectIds(fan.userId))).rows;
  Object.assign(ids, row);
  recordQueries();
});
afterAll(() => app.close());

it('finds the lists of the contract', () => {
  expect(lists.length).toBeGreaterThan(10);
});

it.each(lists.map((list) => [list.path, list] as const))(
  'reads %s in order through an index',
  async (path, { who }) => {
    queries.length = 0;
    const noun = /(\w+)\/(?:me\/)?\{id\}/.exec(path)?.[1];
    const id = ids[noun as keyof typeof ids] ?? ids.shows;
    const response = await (who === 'user' ? fan : app.admin).get(path.replace('{id}', id));
    expect([response.statusCode, response.json()]).toEqual([200, expect.anything()]);
    const selects = queries.splice(0);
    expect(selects.length).toBeGreaterThan(0);
    for (const { text, values } of selects) {
      const { rows } = await getPool().query(`explain (format json) ${text}`, values);
      expect(listSortedScans(rows[0]['QUERY PLAN'][0].Plan), text).toEqual([]);
    }
  },
);

function isList(value: unknown): value is Endpoint {
  const { method, returns } = Object(value) as Partial<Endpoint>;
  return method === 'GET' && returns instanceof z.ZodArray;
}

interface Plan {
  'Node Type': string;
  'Plan Rows': number;
  'Relation Name'?: string;
  Plans?: Plan[];
}

function listSortedScans(plan: Plan, isSorted = false): string[] {
  const kind = plan['Node Type'];
  // A count has to read every row.
  if (kind === 'Aggregate' || kind === 'WindowAgg') return [];
  if (kind === 'Seq Scan')
    return isSorted && plan['Plan Rows'] > 1_000 ? [plan['Relation Name'] ?? ''] : [];
  const isInputSorted = isSorted || kind === 'Sort';
  return (plan.Plans ?? []).flatMap((part) => listSortedScans(part, isInputSorted));
}

function getPool(): pg.Pool {
  return (app.database.db as typeof app.database.db & { $client: pg.Pool }).$client;
}

function recordQueries(): void {
  const pool = getPool();
  const query = pool.query.bind(pool) as (...args: unknown[]) => unknown;
  pool.query = ((config: { text?: string }, values: unknown[]) => {
    if (config.text) queries.push({ text: config.text, values });
    return query(config, values);
  }) as typeof query as pg.Pool['query'];
}

const seedStatements = [
  sql`insert into users (email, email_key, password, username, username_key, total_points, games_played)
    select n || '@example.com', n || '@example.com', '-', 'fan' || n, 'fan' || n, (n * 7919) % 3000, n % 3
    from generate_series(1, ${ROW_COUNT}) n`,
  sql`insert into sessions (token_hash, user_id) select md5(id::text), id from users`,
  sql`insert into songs (title) select 'Song ' || n from generate_series(1, 200) n`,
  sql`insert into shows (name, city, date, time_zone, status)
    select 'Night ' || n, 'Town ' || n % 300, now() + (n - ${ROW_COUNT} + 20) * interval '1 day', 'UTC',
      case when n > ${ROW_COUNT} - 20 then 'open' when n = ${ROW_COUNT} - 20 then 'live' else 'closed' end
    from generate_series(1, ${ROW_COUNT}) n`,
  sql`insert into live_setlist_songs (show_id, song_id, position)
    select show.id, song.id, song.position
    from (select id, row_number() over (order by date desc) as place from shows) show,
      (select id, row_number() over (order by title) as position from songs limit 20) song
    where show.place between 20 and 20 + ${ROW_COUNT} / 20`,
  sql`insert into predictions (user_id, show_id, submitted_at)
    select id, (select id from shows where status = 'open' order by date limit 1),
      now() - random() * interval '9 days' from users`,
  sql`insert into predictions (user_id, show_id, points)
    select (select id from users where username = 'Marigold'), id, 41
    from shows where status = 'closed' limit 100`,
  sql`insert into prediction_songs (prediction_id, song_id, position)
    select id, (select id from songs limit 1), 1 from predictions`,
  sql`insert into forum_threads (title, category, author_id, is_pinned, last_activity_at)
    select 'Thread', 'General', id, (random() < 0.001)::int, now() - random() * interval '900 days'
    from users`,
  sql`insert into forum_posts (thread_id, author_id, content, created_at)
    select (select id from forum_threads limit 1), id, 'Yes', now() - random() * interval '900 days'
    from users`,
  sql`insert into audit_log (action, subject_id, show_id, before, after)
    select 'setlist.add', song.id, song.show_id, '[]', '[]' from live_setlist_songs song`,
  // One league has as many members as a listed one may have, and as many bans.
  sql`insert into leagues (name, color, is_listed, owner_id, starts_at, invitation)
    select 'League ' || n, 'teal', true, (select id from users where username = 'Marigold'),
      now() - interval '30 days', md5(n::text)
    from generate_series(1, ${ROW_COUNT}) n`,
  sql`insert into league_members (league_id, user_id, joined_at)
    select league.id, fan.id, now() - random() * interval '9 days'
    from leagues league join users fan on fan.username = 'fan' || substr(league.name, 8)`,
  sql`insert into league_members (league_id, user_id, joined_at)
    select (select id from leagues where name = 'League 1'), id, now() - random() * interval '9 days'
    from (select id from users where username like 'fan%' and username <> 'fan1' limit 4998) fan`,
  sql`insert into league_bans (league_id, user_id, banned_at)
    select league_id, user_id, joined_at from league_members`,
  sql`insert into league_members (league_id, user_id, joined_at)
    select id, owner_id, now() from leagues where substr(name, 8)::int <= 20`,
  sql`insert into league_posts (league_id, author_id, content, created_at, updated_at)
    select (select id from leagues where name = 'League 1'), id, 'Yes',
      now() - random() * interval '900 days', now() from users`,
  sql`insert into webhooks (url, description, events, secret, created_at)
    select 'https://example.com/' || n, '', array['show.live'], 'whsec_', now()
    from generate_series(1, 10) n`,
  sql`insert into webhook_deliveries (webhook_id, event, body, created_at, status, send_after)
    select webhook.id, 'show.live', '{}', now(), 'sent', now()
    from webhooks webhook, generate_series(1, ${ROW_COUNT} / 10) n`,
  sql`analyze`,
];

const selectIds = (userId: string) => sql`select
  (select id from shows where status = 'open' order by date limit 1) as shows,
  (select id from predictions where user_id = ${userId} limit 1) as predictions,
  (select thread_id from forum_posts limit 1) as threads,
  (select id from songs limit 1) as songs,
  (select id from leagues where name = 'League 1') as leagues,
  (select id from webhooks limit 1) as webhooks`;
