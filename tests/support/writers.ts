import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { type Answer, must, type Person } from '../nodes/person.ts';
import { random } from './random.ts';

/** Fans of an open show, and a way to look past the server. */
interface Writing {
  fans: readonly Person[];
  openShowId: string;
  /** Songs of a list, another for each number. */
  picks(number: number): string[];
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
}

interface Writer {
  fan: Person;
  /** Of the prediction. */
  id: string;
  /** What the last success wrote, and all that was asked since. */
  possible: string[];
  succeededAt: number;
}

/** What the fans were answered. */
interface WriteResults {
  acknowledged: number;
  /** Answers that were no success; status 0 where none came. */
  failures: Answer[];
}

const PAUSE_MS = 60;
/** A server that starts has the processor to itself. */
const PAUSE_AFTER_FAILURE_MS = 150;

export type Writers = Awaited<ReturnType<typeof createWriters>>;

/** Every fan predicts the show; from then on each changes the prediction again and again, when told to. */
export async function createWriters(night: Writing) {
  const writers = await Promise.all(night.fans.map((fan, number) => begin(night, fan, number)));
  const results: WriteResults = { acknowledged: writers.length, failures: [] };
  return {
    results,
    /** Whether every one has had a success since then, by `performance.now()`. */
    allSucceededSince: (moment: number) => writers.every(({ succeededAt }) => succeededAt > moment),
    /** All write, one change after the other, while `work` is done; resolves when all are answered. */
    async writeDuring(work: () => Promise<unknown>): Promise<void> {
      let isOver = false;
      const writing = writers.map(async (writer) => {
        while (!isOver) await write(night, writer, results);
      });
      try {
        await work();
      } finally {
        isOver = true;
        await Promise.all(writing);
      }
    },
    /** How many predictions are neither what was acknowledged last nor what was asked since. */
    async countLost(): Promise<number> {
      const lists = await stored(night);
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

async function begin(night: Writing, fan: Person, number: number): Promise<Writer> {
  const possible = night.picks(number);
  const body = { showId: night.openShowId, songIds: possible };
  await fan.ask('POST', '/api/predictions', body);
  const mine = await must(fan, 200, 'GET', '/api/predictions/my-predictions');
  const { id } = mine.find(({ showId }: { showId: string }) => showId === night.openShowId);
  return { fan, id, possible: [possible.join()], succeededAt: performance.now() };
}

async function write(night: Writing, writer: Writer, results: WriteResults) {
  const songIds = night.picks(Math.floor(random() * 1_000));
  writer.possible.push(songIds.join());
  const answer = await writer.fan.ask('PATCH', `/api/predictions/${writer.id}`, { songIds });
  if (answer.status === 200) {
    writer.possible = [songIds.join()];
    writer.succeededAt = performance.now();
    results.acknowledged += 1;
  } else results.failures.push(answer);
  await sleep(answer.status === 200 ? PAUSE_MS : PAUSE_AFTER_FAILURE_MS);
}

/** All lists of songs, by prediction. */
async function stored(night: Writing): Promise<Map<string, string>> {
  const rows = await night.query<{ id: string; picks: string }>(
    `select prediction_id as id, string_agg(song_id::text, ',' order by position) as picks
     from prediction_songs group by prediction_id`,
  );
  return new Map(rows.map(({ id, picks }) => [id, picks]));
}
