import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { HOUR } from '#contract/durations.ts';
import { createFirstAdmin } from '#server/accounts/administrators/first-admin.ts';
import { buildApp } from '#server/app.ts';
import { openBandPack } from '#server/catalog/band-pack/band-pack.ts';
import { initializeDatabase } from '#server/catalog/band-pack/import-pack.ts';
import { openCluster } from '#server/db/embedded/cluster.ts';
import { openUrl } from '#server/db/open.ts';
import { buildSessionCookie, choosePicks, seed } from '../../bench/support/embedded-product.ts';
import { ADMIN } from '../support/run-product.ts';
import { endWithInvariants, type Outcome } from './outcome.ts';

const BODY_DELAY_MS = 11_000;

/**
 * Sends requests around the cutoff, one per millisecond of the mocked clock. Only requests whose
 * body is complete before the cutoff may be accepted.
 */
export async function runCutoff(calls: number): Promise<Outcome> {
  const app = await openApp();
  try {
    const lockAt = app.clock.now + 24 * HOUR;
    const shows = await app.addShows(calls / 2, new Date(lockAt + HOUR));
    const { showId } = app.seeded;
    await app.moveShow(showId, new Date(lockAt + HOUR));
    const body = { showId, songIds: choosePicks(app.seeded, 0) };
    const { id } = JSON.parse(
      (await app.send('POST', '/api/predictions', body, lockAt - HOUR)).text,
    );
    let [wronglyAccepted, wronglyRejected, unexpectedCount] = [0, 0, 0];
    for (let call = 0; call < calls; call += 1) {
      // The step shares no factor with the count, so each millisecond is used once.
      const offsetMs = ((call * 389) % calls) - calls / 2;
      const isNew = call % 2 === 0;
      const songIds = choosePicks(app.seeded, call);
      const { status } = isNew
        ? await app.send(
            'POST',
            '/api/predictions',
            { showId: shows[call / 2], songIds },
            lockAt + offsetMs,
          )
        : await app.send('PATCH', `/api/predictions/${id}`, { songIds }, lockAt + offsetMs);
      const isAccepted = status === (isNew ? 201 : 200);
      if (!isAccepted && status !== 409) unexpectedCount += 1;
      if (isAccepted && offsetMs >= 0) wronglyAccepted += 1;
      if (!isAccepted && offsetMs < 0) wronglyRejected += 1;
    }
    return await endWithInvariants(app.url, {
      summary: `${calls} calls with slow bodies within ${calls} ms of the cutoff: ${wronglyAccepted} wrongly accepted, ${wronglyRejected} wrongly rejected`,
      broken: {
        'wrongly accepted': wronglyAccepted,
        'wrongly rejected': wronglyRejected,
        'unexpected responses': unexpectedCount,
      },
    });
  } finally {
    await app.close();
  }
}

/** Runs in process to mock the clock, and on a port because `inject` can't be slow. */
async function openApp() {
  const dataDir = mkdtempSync(join(tmpdir(), 'called-it-cutoff-'));
  const cluster = await openCluster({ dataDir, log: () => undefined });
  const { db, close } = await openUrl(cluster.url, 6);
  const clock = { now: Date.now() };
  const bandPack = await openBandPack('bands/lantern');
  await initializeDatabase(db, await bandPack.load(), { now: clock.now, actorId: null });
  await createFirstAdmin(db, ADMIN);
  const app = await buildApp({ db, bandPack, clock: () => clock.now });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
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
    async send(method: string, path: string, body: object, completeAt: number) {
      const text = JSON.stringify(body);
      const headersArrived = once(app.server, 'request');
      clock.now = completeAt - BODY_DELAY_MS;
      const outgoing = request(url + path, {
        method,
        headers: {
          cookie: buildSessionCookie(0),
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(text),
        },
      });
      const pendingResponse = once(outgoing, 'response');
      outgoing.write(text.slice(0, 20));
      await headersArrived;
      // A server that decides from the headers alone would decide now.
      await sleep(2);
      clock.now = completeAt;
      outgoing.end(text.slice(20));
      const [response] = await pendingResponse;
      const parts: string[] = [];
      for await (const part of response.setEncoding('utf8')) parts.push(part);
      return { status: response.statusCode as number, text: parts.join('') };
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
