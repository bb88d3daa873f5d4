import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import type { Night } from './night.ts';
import { must, type Person } from './person.ts';

interface Writer {
  /** Of the prediction. */
  id: string;
  /** What the last success wrote, and all that was asked since. */
  possible: string[];
  failures: { status: number; headers: Headers }[];
  succeededAt: number;
}

/** Every fan changes a prediction again and again, through the balancer, until they are stopped. */
export async function startWriting(night: Night) {
  let isOver = false;
  const writers = await Promise.all(night.fans.map((fan, number) => begin(night, fan, number)));
  const writing = Promise.all(
    writers.map(async (writer, number) => {
      while (!isOver) await write(night, night.fans[number] as Person, writer);
    }),
  );
  return {
    /** Whether every one has had a success a moment ago. */
    allSucceed: () => writers.every(({ succeededAt }) => performance.now() - succeededAt < 500),
    /** Ends them, and returns the failures; throws where an acknowledged write is not there. */
    async stop() {
      isOver = true;
      await writing;
      for (const { id, possible } of writers) expect(possible).toContain(await stored(night, id));
      return writers.flatMap(({ failures }) => failures);
    },
  };
}

async function begin(night: Night, fan: Person, number: number): Promise<Writer> {
  const body = { showId: night.openShowId, songIds: night.picks(number) };
  await fan.ask('POST', '/api/predictions', body);
  const mine = await must(fan, 200, 'GET', '/api/predictions/my-predictions');
  const { id } = mine.find(({ showId }: { showId: string }) => showId === night.openShowId);
  return { id, possible: [], failures: [], succeededAt: performance.now() };
}

async function write(night: Night, fan: Person, writer: Writer) {
  const songIds = night.picks(Math.floor(Math.random() * 40));
  writer.possible.push(songIds.join());
  const answer = await fan.ask('PATCH', `/api/predictions/${writer.id}`, { songIds });
  if (answer.status === 200) {
    writer.possible = [songIds.join()];
    writer.succeededAt = performance.now();
  } else writer.failures.push(answer);
  await sleep(30);
}

async function stored(night: Night, id: string): Promise<string> {
  const rows = await night.query<{ song_id: string }>(
    'select song_id from prediction_songs where prediction_id = $1 order by position',
    [id],
  );
  return rows.map(({ song_id }) => song_id).join();
}
