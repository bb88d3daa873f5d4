import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import type { PredictionSong } from '#contract/predictions.ts';
import { PREDICTION_CUTOFF_MS } from '#contract/shows.ts';
import { batch } from '../db/batch.ts';
import type { Db } from '../db/open.ts';
import { shows } from '../db/schema/shows.ts';
import { songs } from '../db/schema/songs.ts';
import { retry } from '../db/transaction.ts';
import { violatedConstraint } from '../http/database-errors.ts';

interface AskedPrediction {
  userId: string;
  showId: string;
  songIds: readonly string[];
  now: number;
}

type Stored = Awaited<ReturnType<ReturnType<typeof prepareStore>['execute']>>[number];

const MAX_LANES = 100;

/**
 * Stores new predictions in batches, because most of a submission's cost is its round trip and
 * commit. Those that arrive while others are being stored share one statement and transaction.
 * @returns undefined for an unknown show; no id if it is closed or the user has a prediction
 * @throws PostgreSQL's error for that prediction only, such as an unknown song
 */
export function insertBatch(db: Db): (asked: AskedPrediction) => Promise<Stored | undefined> {
  const statement = prepareStore(db);
  // One queue per show, so that a locked show delays no other.
  const lanes = new LRUCache<string, ReturnType<typeof createLane>>({ max: MAX_LANES });
  return (asked) => {
    const lane = lanes.get(asked.showId) ?? createLane(store);
    lanes.set(asked.showId, lane);
    return lane(asked);
  };

  async function store(asked: readonly AskedPrediction[]): Promise<(Stored | undefined)[]> {
    const all = asked.map((one) => ({ ...one, id: randomUUID() }));
    const picks = all.flatMap(({ id, songIds }) =>
      songIds.map((songId, index) => ({ id, songId, position: index + 1 })),
    );
    const values = {
      ids: arrayOf(all, ({ id }) => id),
      userIds: arrayOf(all, ({ userId }) => userId),
      showIds: arrayOf(all, ({ showId }) => showId),
      submittedAt: arrayOf(all, ({ now }) => new Date(now).toISOString()),
      lockedBefore: arrayOf(all, ({ now }) => new Date(now + PREDICTION_CUTOFF_MS).toISOString()),
      pickedFor: arrayOf(picks, ({ id }) => id),
      songIds: arrayOf(picks, ({ songId }) => songId),
      positions: arrayOf(picks, ({ position }) => position),
    };
    const rows = await retry(() => statement.execute(values));
    const byId = new Map(rows.map((row) => [row.askedId, row]));
    return all.map(({ id }) => byId.get(id));
  }
}

type Store = (asked: readonly AskedPrediction[]) => Promise<(Stored | undefined)[]>;

/** If PostgreSQL refuses a batch, each prediction is retried alone. */
function createLane(store: Store) {
  return batch((asked: readonly AskedPrediction[]) =>
    store(asked).catch((error: unknown) => {
      if (asked.length === 1 || !violatedConstraint(error)) throw error;
      return Promise.all(asked.map((one) => store([one]).then(([stored]) => stored, toError)));
    }),
  );
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

function arrayOf<Item>(items: readonly Item[], textOf: (item: Item) => string | number): string {
  return `{${items.map(textOf).join(',')}}`;
}

/**
 * Locks the shows, so a concurrent status change waits or is visible here, and inserts what
 * `acceptsPredictions` allows. Sorted by user and show, so that two batches never deadlock.
 */
function prepareStore(db: Db) {
  const { placeholder } = sql;
  const asked = db.$with('asked', { askedId: sql<string>`asked.id`.as('asked_id') }).as(sql`
    select id as asked_id, * from unnest(
      ${placeholder('ids')}::uuid[],
      ${placeholder('userIds')}::uuid[],
      ${placeholder('showIds')}::uuid[],
      ${placeholder('submittedAt')}::timestamptz[],
      ${placeholder('lockedBefore')}::timestamptz[]
    ) asked (id, user_id, show_id, submitted_at, locked_before)`);
  const held = db
    .$with('held')
    .as(
      db
        .select()
        .from(shows)
        .where(sql`${shows.id} in (select show_id from asked)`)
        .orderBy(shows.id)
        .for('key share'),
    );
  const made = db.$with('made', { id: sql<string | null>`made_id`.as('made_id') }).as(sql`
    insert into predictions (id, user_id, show_id, submitted_at)
    select asked.id, asked.user_id, show_id, submitted_at
    from asked join held on held.id = show_id
    where held.status = 'open' and coalesce(held.locks_at > submitted_at, held.date > locked_before)
    order by asked.user_id, show_id
    on conflict (user_id, show_id) do nothing
    returning id as made_id`);
  const picked = db.$with('picked', { position: sql<number>`position`.as('position') }).as(sql`
    insert into prediction_songs (prediction_id, song_id, position)
    select pick.prediction_id, pick.song_id, pick.position
    from unnest(
      ${placeholder('pickedFor')}::uuid[],
      ${placeholder('songIds')}::uuid[],
      ${placeholder('positions')}::int[]
    ) pick (prediction_id, song_id, position)
    where pick.prediction_id in (select made_id from made)
    returning prediction_id, song_id, position`);
  const lists = db.$with('lists', { picks: sql<PredictionSong[]>`picks`.as('picks') }).as(sql`
    select prediction_id, json_agg(
      json_build_object(
        'id', songs.id, 'title', title, 'album', album, 'position', picked.position
      ) order by picked.position
    ) as picks
    from picked join ${songs} on songs.id = picked.song_id
    group by prediction_id`);
  return db
    .with(asked, held, made, picked, lists)
    .select({
      askedId: asked.askedId,
      id: made.id,
      show: {
        id: held.id,
        name: held.name,
        venue: held.venue,
        city: held.city,
        state: held.state,
        country: held.country,
        date: held.date,
        timeZone: held.timeZone,
        tourName: held.tourName,
        status: held.status,
        locksAt: held.locksAt,
      },
      picks: sql<PredictionSong[]>`coalesce(${lists.picks}, '[]')`,
    })
    .from(asked)
    .innerJoin(held, sql`asked.show_id = ${held.id}`)
    .leftJoin(made, eq(made.id, asked.askedId))
    .leftJoin(lists, sql`lists.prediction_id = ${made.id}`)
    .prepare('create_predictions');
}
