import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import type { PredictionSong } from '#contract/predictions.ts';
import { PREDICTION_CUTOFF_MS } from '#contract/show-lock.ts';
import { batch } from '../db/batch.ts';
import type { Db } from '../db/open.ts';
import { shows } from '../db/schema/shows.ts';
import { songs } from '../db/schema/songs.ts';
import { retry } from '../db/transaction.ts';
import { findViolatedConstraint } from '../http/database-errors.ts';

interface NewPrediction {
  userId: string;
  showId: string;
  songIds: readonly string[];
  origin?: 'surprise' | undefined;
  now: number;
}

type StoredPrediction = Awaited<ReturnType<ReturnType<typeof prepareStore>['execute']>>[number];

const MAX_LANES = 100;

/**
 * Stores new predictions in batches, because most of a submission's cost is its round trip and
 * commit. Predictions that arrive during a batch share the next statement and transaction.
 * @returns undefined for an unknown show; no id if it is closed or the user has a prediction
 * @throws PostgreSQL's error for that prediction only, such as an unknown song
 */
export function createBatchInsert(
  db: Db,
): (prediction: NewPrediction) => Promise<StoredPrediction | undefined> {
  const statement = prepareStore(db);
  // Each show has its own queue, so that a locked show doesn't delay others.
  const lanes = new LRUCache<string, ReturnType<typeof createLane>>({ max: MAX_LANES });
  return (prediction) => {
    const lane = lanes.get(prediction.showId) ?? createLane(store);
    lanes.set(prediction.showId, lane);
    return lane(prediction);
  };

  async function store(batch: readonly NewPrediction[]): Promise<(StoredPrediction | undefined)[]> {
    const predictions = batch.map((prediction) => ({ ...prediction, id: randomUUID() }));
    const picks = predictions.flatMap(({ id, songIds }) =>
      songIds.map((songId, index) => ({ id, songId, position: index + 1 })),
    );
    const values = {
      ids: toArrayLiteral(predictions, ({ id }) => id),
      userIds: toArrayLiteral(predictions, ({ userId }) => userId),
      showIds: toArrayLiteral(predictions, ({ showId }) => showId),
      submittedAt: toArrayLiteral(predictions, ({ now }) => new Date(now).toISOString()),
      isSurprise: toArrayLiteral(predictions, ({ origin }) => String(origin === 'surprise')),
      lockedBefore: toArrayLiteral(predictions, ({ now }) =>
        new Date(now + PREDICTION_CUTOFF_MS).toISOString(),
      ),
      pickedFor: toArrayLiteral(picks, ({ id }) => id),
      songIds: toArrayLiteral(picks, ({ songId }) => songId),
      positions: toArrayLiteral(picks, ({ position }) => position),
    };
    const rows = await retry(() => statement.execute(values));
    const byId = new Map(rows.map((row) => [row.requestedId, row]));
    return predictions.map(({ id }) => byId.get(id));
  }
}

type StorePredictions = (
  batch: readonly NewPrediction[],
) => Promise<(StoredPrediction | undefined)[]>;

/** If PostgreSQL rejects a show's batch, retries each prediction separately. */
function createLane(store: StorePredictions) {
  return batch((submissions: readonly NewPrediction[]) =>
    store(submissions).catch((error: unknown) => {
      if (submissions.length === 1 || !findViolatedConstraint(error)) throw error;
      return Promise.all(
        submissions.map((prediction) => store([prediction]).then(([stored]) => stored, toError)),
      );
    }),
  );
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

function toArrayLiteral<Item>(
  items: readonly Item[],
  toText: (item: Item) => string | number,
): string {
  return `{${items.map(toText).join(',')}}`;
}

/** Locks the shows, so that status changes wait or are visible. Sorts to prevent deadlocks. */
function prepareStore(db: Db) {
  const { placeholder } = sql;
  const requested = db
    .$with('requested', { requestedId: sql<string>`requested.id`.as('requested_id') })
    .as(sql`
    select id as requested_id, * from unnest(
      ${placeholder('ids')}::uuid[],
      ${placeholder('userIds')}::uuid[],
      ${placeholder('showIds')}::uuid[],
      ${placeholder('submittedAt')}::timestamptz[],
      ${placeholder('isSurprise')}::boolean[],
      ${placeholder('lockedBefore')}::timestamptz[]
    ) requested (id, user_id, show_id, submitted_at, is_surprise, locked_before)`);
  const locked = db
    .$with('locked')
    .as(
      db
        .select()
        .from(shows)
        .where(sql`${shows.id} in (select show_id from requested)`)
        .orderBy(shows.id)
        .for('key share'),
    );
  const inserted = db
    .$with('inserted', { id: sql<string | null>`inserted_id`.as('inserted_id') })
    .as(sql`
    insert into predictions (id, user_id, show_id, submitted_at, is_surprise)
    select requested.id, requested.user_id, show_id, submitted_at, is_surprise
    from requested join locked on locked.id = show_id
    where locked.status = 'open' and not locked.are_predictions_frozen
      and coalesce(locked.locks_at > submitted_at, locked.date > locked_before)
    order by requested.user_id, show_id
    on conflict (user_id, show_id) do nothing
    returning id as inserted_id`);
  const picked = db.$with('picked', { position: sql<number>`position`.as('position') }).as(sql`
    insert into prediction_songs (prediction_id, song_id, position)
    select pick.prediction_id, pick.song_id, pick.position
    from unnest(
      ${placeholder('pickedFor')}::uuid[],
      ${placeholder('songIds')}::uuid[],
      ${placeholder('positions')}::int[]
    ) pick (prediction_id, song_id, position)
    where pick.prediction_id in (select inserted_id from inserted)
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
    .with(requested, locked, inserted, picked, lists)
    .select({
      requestedId: requested.requestedId,
      id: inserted.id,
      show: {
        id: locked.id,
        name: locked.name,
        venue: locked.venue,
        city: locked.city,
        state: locked.state,
        country: locked.country,
        date: locked.date,
        timeZone: locked.timeZone,
        tourName: locked.tourName,
        status: locked.status,
        locksAt: locked.locksAt,
        arePredictionsFrozen: locked.arePredictionsFrozen,
      },
      picks: sql<PredictionSong[]>`coalesce(${lists.picks}, '[]')`,
    })
    .from(requested)
    .innerJoin(locked, sql`requested.show_id = ${locked.id}`)
    .leftJoin(inserted, eq(inserted.id, requested.requestedId))
    .leftJoin(lists, sql`lists.prediction_id = ${inserted.id}`)
    .prepare('create_predictions');
}
