import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { type ApiClient, type ApiResponse, sendOrThrow } from '../nodes/api-client.ts';
import { random } from './random.ts';

interface WriteTarget {
  fans: readonly ApiClient[];
  openShowId: string;
  choosePicks(index: number): string[];
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
}

interface Writer {
  fan: ApiClient;
  id: string;
  /** Song lists that may be stored: the last acknowledged one, and all sent since. */
  possibleLists: string[];
  succeededAt: number;
}

interface WriteResults {
  acknowledged: number;
  /** A status of 0 means no response. */
  failures: ApiResponse[];
}

const PAUSE_MS = 60;
/** Leaves CPU time to a starting server. */
const PAUSE_AFTER_FAILURE_MS = 150;

export type Writers = Awaited<ReturnType<typeof createWriters>>;

/** Submits a prediction for every fan. `writeDuring` then changes the predictions repeatedly. */
export async function createWriters(target: WriteTarget) {
  const writers = await Promise.all(
    target.fans.map((fan, index) => startWriter(target, fan, index)),
  );
  const results: WriteResults = { acknowledged: writers.length, failures: [] };
  return {
    results,
    /** `time` is a `performance.now()`. */
    allSucceededSince: (time: number) => writers.every(({ succeededAt }) => succeededAt > time),
    /** Resolves once `work` is done and all changes have a response. */
    async writeDuring(work: () => Promise<unknown>): Promise<void> {
      let isOver = false;
      const loops = writers.map(async (writer) => {
        while (!isOver) await changePrediction(target, writer, results);
      });
      try {
        await work();
      } finally {
        isOver = true;
        await Promise.all(loops);
      }
    },
    /** Counts predictions that are neither the last acknowledged list nor one sent since. */
    async countLost(): Promise<number> {
      const lists = await readLists(target);
      let lostCount = 0;
      for (const writer of writers) {
        const list = lists.get(writer.id) ?? '';
        if (!writer.possibleLists.includes(list)) lostCount += 1;
        writer.possibleLists = [list];
      }
      return lostCount;
    },
  };
}

async function startWriter(target: WriteTarget, fan: ApiClient, index: number): Promise<Writer> {
  const songIds = target.choosePicks(index);
  const body = { showId: target.openShowId, songIds };
  await fan.send('POST', '/api/predictions', body);
  const predictions = await sendOrThrow(fan, 200, 'GET', '/api/predictions/my-predictions');
  const { id } = predictions.find(({ showId }: { showId: string }) => showId === target.openShowId);
  return { fan, id, possibleLists: [songIds.join()], succeededAt: performance.now() };
}

async function changePrediction(target: WriteTarget, writer: Writer, results: WriteResults) {
  const songIds = target.choosePicks(Math.floor(random() * 1_000));
  writer.possibleLists.push(songIds.join());
  const response = await writer.fan.send('PATCH', `/api/predictions/${writer.id}`, { songIds });
  if (response.status === 200) {
    writer.possibleLists = [songIds.join()];
    writer.succeededAt = performance.now();
    results.acknowledged += 1;
  } else results.failures.push(response);
  await sleep(response.status === 200 ? PAUSE_MS : PAUSE_AFTER_FAILURE_MS);
}

async function readLists(target: WriteTarget): Promise<Map<string, string>> {
  const rows = await target.query<{ id: string; picks: string }>(
    `select prediction_id as id, string_agg(song_id::text, ',' order by position) as picks
     from prediction_songs group by prediction_id`,
  );
  return new Map(rows.map(({ id, picks }) => [id, picks]));
}
