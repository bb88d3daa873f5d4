import { type SQL, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Tx } from '#server/db/transaction.ts';
import { openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { addShow, addSongs, ok, play, setStatus } from '../../../tests/support/tour.ts';
import { checkInvariants, runInvariantChecks } from './check.ts';

let app: TestApp;

beforeAll(async () => {
  app = await openTestApp();
  const { admin } = app;
  const [ember, fathom, gallop, deletedSong] = await addSongs(
    admin,
    'Ember',
    'Fathom',
    'Gallop',
    'Doomed',
  );
  const fans = [await app.signUp('Ada Lamplight'), await app.signUp('Bo Lantern')];
  for (const finalStatus of ['closed', 'live', 'open'] as const) {
    const { id: showId } = await addShow(admin);
    for (const fan of fans)
      ok(
        await fan.post('/api/predictions', {
          showId,
          songIds: [ember.id, deletedSong.id, gallop.id],
        }),
      );
    if (finalStatus === 'open') continue;
    await setStatus(admin, showId, 'live');
    await play(admin, showId, ember, deletedSong, fathom, gallop);
    await setStatus(admin, showId, finalStatus);
  }
  const { id: postponedShow } = await addShow(admin);
  await setStatus(admin, postponedShow, 'postponed');
  ok(await admin.patch(`/api/shows/${postponedShow}`, { date: '2040-05-08T19:30Z' }));
  ok(await admin.delete(`/api/songs/${deletedSong.id}`));
  await app.database.db.transaction(async (tx) => {
    await tx.execute(sql`
      insert into forum_threads (title, category, author_id, reply_count)
      select 'Openers', 'General', id, 1 from users limit 1`);
    await tx.execute(sql`
      insert into forum_posts (thread_id, author_id, content)
      select id, author_id, 'Ember, surely' from forum_threads cross join generate_series(1, 2)`);
    await tx.execute(sql`
      update forum_threads set last_activity_at = (select max(created_at) from forum_posts)`);
  });
});
afterAll(() => app.close());

test('every invariant holds after a season played through the API', async () => {
  const brokenInvariants = (await checkInvariants(app.database.db)).filter(
    ({ rows }) => rows.length > 0,
  );
  expect(brokenInvariants).toEqual([]);
});

/** Each violates an invariant, after the constraint that would reject it is dropped. */
const VIOLATIONS: readonly { name: RegExp; statements: SQL[]; constraint?: [string, string] }[] = [
  {
    name: /^one prediction per user and show/,
    constraint: ['predictions', 'predictions_user_show'],
    statements: [
      sql`insert into predictions (user_id, show_id, points)
        select user_id, show_id, points from predictions limit 1`,
    ],
  },
  {
    name: /^one song and one position/,
    constraint: ['prediction_songs', 'prediction_songs_position'],
    statements: [sql`update prediction_songs set position = 1`],
  },
  {
    name: /^one row per show and position/,
    constraint: ['live_setlist_songs', 'live_setlist_songs_position'],
    statements: [sql`update live_setlist_songs set position = 1`],
  },
  {
    name: /^each prediction has 1 to 24 songs/,
    statements: [sql`delete from prediction_songs where position = 1`],
  },
  {
    name: /^each prediction has 1 to 24 songs/,
    statements: [
      sql`insert into predictions (user_id, show_id)
        select users.id, shows.id from users, shows where is_admin and shows.status = 'live'`,
    ],
  },
  {
    name: /^setlist positions have no gaps/,
    statements: [sql`delete from live_setlist_songs where position in (1, 3)`],
  },
  {
    name: /^no orphans/,
    constraint: ['forum_posts', 'forum_posts_thread_id_forum_threads_id_fk'],
    statements: [sql`delete from forum_threads`],
  },
  {
    name: /^no points on a show that is neither/,
    statements: [sql`update predictions set points = 3`],
  },
  {
    name: /^all of a show's predictions have points/,
    statements: [
      sql`update predictions set points = null
        where id = (select id from predictions where points is not null limit 1)`,
    ],
  },
  { name: /^users' totals/, statements: [sql`update users set total_points = total_points + 1`] },
  { name: /^users' totals/, statements: [sql`update users set average_score = average_score + 1`] },
  {
    name: /^house players learn from enough/,
    statements: [
      sql`insert into house_nights (show_id, made_at, learnt_from) select id, now(), 9 from shows`,
      sql`insert into house_picks (show_id, player, position, song_id)
        select show_id, 'notebook', 1, (select id from songs limit 1) from house_nights`,
    ],
  },
  { name: /^a thread's reply count/, statements: [sql`update forum_threads set reply_count = 7`] },
  {
    name: /^a thread's reply count/,
    statements: [sql`update forum_threads set last_activity_at = now()`],
  },
  {
    name: /^passwords are argon2id/,
    statements: [sql`update users set password = replace(password, 'm=19456', 'm=19455')`],
  },
  { name: /^passwords are argon2id/, statements: [sql`update users set password = 'secret'`] },
  {
    name: /^passwords are argon2id/,
    statements: [sql`update users set password = left(password, -1)`],
  },
  {
    name: /^no session outlives its limits/,
    statements: [
      sql`update sessions set created_at = created_at - interval '31 days'
        where id = (select id from sessions limit 1)`,
    ],
  },
  {
    name: /^no session is older than the password/,
    statements: [sql`update users set password_changed_at = now() + interval '1 minute'`],
  },
  { name: /^at least one administrator/, statements: [sql`update users set is_admin = false`] },
  {
    name: /^every change by an administrator/,
    statements: [sql`delete from audit_log where action = 'setlist.add'`],
  },
  {
    name: /^every change by an administrator/,
    statements: [sql`update users set is_admin = true`],
  },
  {
    name: /^a league's owner is one of its members/,
    statements: [
      sql`insert into leagues (name, color, is_listed, owner_id, starts_at, invitation)
        select 'Empty', 'blue', true, id, now(), 'x' from users limit 1`,
    ],
  },
  {
    name: /^stored points match/,
    statements: [sql`update predictions set points = points + 1 where points is not null`],
  },
];

describe('reports a violation of', () => {
  test.each(
    VIOLATIONS.map((violation, index) => [`${index + 1} ${violation.name}`, violation] as const),
  )('%s', async (_, { name, statements, constraint }) => {
    const results = await rollBackAfter(async (tx) => {
      if (constraint)
        await tx.execute(sql.raw(`alter table ${constraint[0]} drop constraint ${constraint[1]}`));
      for (const statement of statements) await tx.execute(statement);
      return runInvariantChecks(tx);
    });
    const broken = results.filter(({ rows }) => rows.length > 0).map((invariant) => invariant.name);
    expect(broken).toContainEqual(expect.stringMatching(name));
  });

  test('every invariant has a violation in this list', async () => {
    for (const { name } of await checkInvariants(app.database.db))
      expect(
        VIOLATIONS.some((violation) => violation.name.test(name)),
        name,
      ).toBe(true);
  });
});

async function rollBackAfter<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  const results: T[] = [];
  const rollback = new Error('rolled back on purpose');
  await app.database.db
    .transaction(async (tx) => {
      results.push(await work(tx));
      throw rollback;
    })
    .catch((error: unknown) => {
      if (error !== rollback) throw error;
    });
  const [result] = results;
  if (result === undefined) throw new Error('The transaction returned nothing');
  return result;
}
