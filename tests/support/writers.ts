import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { type ApiResponse, type Person, sendOrThrow } from '../nodes/person.ts';
import { random } from './random.ts';

/** Fans of an open show, and direct access to the database. */
interface WriteTarget {
  fans: readonly Person[];
  openShowId: string;
  /** Returns song ids, different ones for each number. */
  picks(number: number): string[];
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
}

interface Writer {
  fan: Person;
  /** Id of the prediction. */
  id: string;
  /** Song lists that may be stored: the last acknowledged one, and all that were sent since. */
  possible: string[];
  succeededAt: number;
}

/** The results of all writes. */
interface WriteResults {
  acknowledged: number;
  /** Unsuccessful responses. Status 0 means no response. */
  failures: ApiResponse[];
}

const PAUSE_MS = 60;
/** Leaves the processor to a starting server. */
const PAUSE_AFTER_FAILURE_MS = 150;

export type Writers = Awaited<ReturnType<typeof createWriters>>;

/** Every fan predicts the show. `writeDuring` then changes the predictions repeatedly. */
export async function createWriters(target: WriteTarget) {
  const writers = await Promise.all(target.fans.map((fan, number) => begin(target, fan, number)));
  const results: WriteResults = { acknowledged: writers.length, failures: [] };
  return {
    results,
    /** Whether every fan had a success since this `performance.now()`. */
    allSucceededSince: (time: number) => writers.every(({ succeededAt }) => succeededAt > time),
    /**
     * Changes every prediction repeatedly while `work` runs; resolves when all requests are
     * answered.
     */
    async writeDuring(work: () => Promise<unknown>): Promise<void> {
      let isOver = false;
      const writing = writers.map(async (writer) => {
        while (!isOver) await write(target, writer, results);
      });
      try {
        await work();
      } finally {
        isOver = true;
        await Promise.all(writing);
      }
    },
    /** Counts the predictions that are neither the last acknowledged list nor one sent since. */
    async countLost(): Promise<number> {
      const lists = await readLists(target);
      let lost = 0;
      for (const writer of writers) {
        const list = lists.get(writer.id) ?? '';
        if (!writer.possible.includes(list)) lost += 1;
        writer.possible = [list];
      }
      return lost;
    },
  };
}

async function begin(target: WriteTarget, fan: Person, number: number): Promise<Writer> {
  const possible = target.picks(number);
  const body = { showId: target.openShowId, songIds: possible };
  await fan.send('POST', '/api/predictions', body);
  const predictions = await sendOrThrow(fan, 200, 'GET', '/api/predictions/my-predictions');
  const { id } = predictions.find(({ showId }: { showId: string }) => showId === target.openShowId);
  return { fan, id, possible: [possible.join()], succeededAt: performance.now() };
}

async function write(target: WriteTarget, writer: Writer, results: WriteResults) {
  const songIds = target.picks(Math.floor(random() * 1_000));
  writer.possible.push(songIds.join());
  const response = await writer.fan.send('PATCH', `/api/predictions/${writer.id}`, { songIds });
  if (response.status === 200) {
    writer.possible = [songIds.join()];
    writer.succeededAt = performance.now();
    results.acknowledged += 1;
  } else results.failures.push(response);
  await sleep(response.status === 200 ? PAUSE_MS : PAUSE_AFTER_FAILURE_MS);
}

/** The stored song lists by prediction. */
async function readLists(target: WriteTarget): Promise<Map<string, string>> {
  const rows = await target.query<{ id: string; picks: string }>(
    `select prediction_id as id, string_agg(song_id::text, ',' order by position) as picks
     from prediction_songs group by prediction_id`,
  );
  return new Map(rows.map(({ id, picks }) => [id, picks]));
}
