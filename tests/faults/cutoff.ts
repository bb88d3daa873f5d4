import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { createFirstAdmin } from '#server/accounts/administrators/first-admin.ts';
import { buildApp } from '#server/app.ts';
import { openCluster } from '#server/db/embedded/cluster.ts';
import { openUrl } from '#server/db/open.ts';
import { loadBandPack } from '#server/setup/band-pack.ts';
import { initializeDatabase } from '#server/setup/initialize.ts';
import { cookieOf, picksOf, seed } from '../../bench/support/embedded-product.ts';
import { ADMIN } from '../support/run-product.ts';
import { endWithInvariants, type Outcome } from './outcome.ts';

const HOUR = 3_600_000;
/** How long before the rest of its body the head of a call came. */
const SLOW_MS = 11_000;

/**
 * Calls around a show's cutoff, by the server's own clock, which is set: every millisecond once, half of
 * them new predictions and half edits, each with a head that came long before and a body that is whole
 * only then. Those whole before the cutoff are taken, no other.
 */
export async function cutoff(calls: number): Promise<Outcome> {
  const stage = await openStage();
  try {
    const lockAt = stage.clock.now + 24 * HOUR;
    const shows = await stage.addShows(calls / 2, new Date(lockAt + HOUR));
    const { showId } = stage.seeded;
    await stage.moveShow(showId, new Date(lockAt + HOUR));
    const first = { showId, songIds: picksOf(stage.seeded, 0) };
    const { id } = JSON.parse(
      (await stage.send('POST', '/api/predictions', first, lockAt - HOUR)).text,
    );
    let [wronglyTaken, wronglyRefused, otherwise] = [0, 0, 0];
    for (let call = 0; call < calls; call += 1) {
      // A walk by steps that share no factor with the count meets each moment once.
      const moment = ((call * 389) % calls) - calls / 2;
      const isNew = call % 2 === 0;
      const songIds = picksOf(stage.seeded, call);
      const { status } = isNew
        ? await stage.send(
            'POST',
            '/api/predictions',
            { showId: shows[call / 2], songIds },
            lockAt + moment,
          )
        : await stage.send('PATCH', `/api/predictions/${id}`, { songIds }, lockAt + moment);
      const isTaken = status === (isNew ? 201 : 200);
      if (!isTaken && status !== 409) otherwise += 1;
      if (isTaken && moment >= 0) wronglyTaken += 1;
      if (!isTaken && moment < 0) wronglyRefused += 1;
    }
    return await endWithInvariants(stage.url, {
      summary: `${calls} calls with slow bodies within ${calls} ms around it: ${wronglyTaken} wrongly taken, ${wronglyRefused} wrongly refused`,
      broken: {
        'wrongly taken': wronglyTaken,
        'wrongly refused': wronglyRefused,
        'answered otherwise': otherwise,
      },
    });
  } finally {
    await stage.close();
  }
}

/** The server in this process, so that its clock can be set; it listens, as an answer in time needs a line. */
async function openStage() {
  const dataDir = mkdtempSync(join(tmpdir(), 'called-it-cutoff-'));
  const cluster = await openCluster({ dataDir, log: () => undefined });
  const { db, close } = await openUrl(cluster.url, 6);
  const clock = { now: Date.now() };
  const bandPack = await loadBandPack('bands/lantern');
  await initializeDatabase(db, bandPack, { now: clock.now, actorId: null });
  await createFirstAdmin(db, ADMIN);
  const app = await buildApp({ db, bandPack, clock: () => clock.now });
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  const client = new pg.Client({ connectionString: cluster.url });
  await client.connect();
  const seeded: Parameters<typeof seed>[0] = {
    showId: '',
    songIds: [],
    query: async (text, values) => (await client.query(text, values)).rows,
  };
  await seed(seeded, 1);

  return {
    url: cluster.url,
    clock,
    seeded,
    async addShows(count: number, date: Date): Promise<string[]> {
      const rows = await seeded.query<{ id: string }>(
        `insert into shows (name, city, date, time_zone, import_key)
         select 'The Barn', 'Stowe', $2, 'UTC', 'barn' || n from generate_series(1, $1::int) n
         returning id`,
        [count, date],
      );
      return rows.map(({ id }) => id);
    },
    moveShow: (id: string, date: Date) =>
      seeded.query('update shows set date = $2 where id = $1', [id, date]),
    /** Sends a call whose body is whole at that moment. */
    async send(method: string, path: string, body: object, wholeAt: number) {
      const text = JSON.stringify(body);
      const headArrived = once(app.server, 'request');
      clock.now = wholeAt - SLOW_MS;
      const asked = request(address + path, {
        method,
        headers: {
          cookie: cookieOf(0),
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(text),
        },
      });
      const answered = once(asked, 'response');
      asked.write(text.slice(0, 20));
      await headArrived;
      // Whoever would judge by the head has time to.
      await sleep(2);
      clock.now = wholeAt;
      asked.end(text.slice(20));
      const [answer] = await answered;
      const parts: string[] = [];
      for await (const part of answer.setEncoding('utf8')) parts.push(part);
      return { status: answer.statusCode as number, text: parts.join('') };
    },
    async close() {
      await client.end();
      await app.close();
      await close();
      await cluster.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
