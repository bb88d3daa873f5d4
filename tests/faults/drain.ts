import { once } from 'node:events';
import { request } from 'node:http';
import pg from 'pg';
import { createPrediction } from '#contract/predictions.ts';
import { RESTART_CODE } from '#contract/realtime.ts';
import { choosePicks, sessionCookie } from '../../bench/support/embedded-product.ts';
import type { SeededProduct } from '../crowd/seeded-product.ts';
import { Page } from '../nodes/page.ts';
import { createPerson } from '../nodes/person.ts';
import { waitUntil } from './kills.ts';
import { createFanWriters, endWithInvariants, type Outcome } from './outcome.ts';

const WRITERS = 12;
const PAGES = 20;
/** Requests in progress when the server gets SIGTERM. */
const OPEN_REQUESTS = 5;
const PROMISED_MS = 5_000;

export function drainFans(restarts: number): number {
  return WRITERS + PAGES + restarts * OPEN_REQUESTS;
}

/**
 * Sends SIGTERM while fans write, pages are connected and requests are in progress. The requests
 * get responses, the sockets close with 1012 and reconnect, and the server exits within five
 * seconds.
 */
export async function drain(product: SeededProduct, restarts: number): Promise<Outcome> {
  const pages = Array.from({ length: PAGES }, (_, page) => openPage(product, WRITERS + page));
  const areOpen = () => pages.every(({ isOpen }) => isOpen);
  try {
    const writers = await createFanWriters(product, WRITERS);
    let [longest, unanswered, lost] = [0, 0, 0];
    for (let restart = 0; restart < restarts; restart += 1) {
      await waitUntil(areOpen);
      await writers.writeDuring(async () => {
        const { acknowledged } = writers.results;
        await waitUntil(() => writers.results.acknowledged >= acknowledged + WRITERS);
        const blocked = await blockRequests(product, WRITERS + PAGES + restart * OPEN_REQUESTS);
        const started = performance.now();
        const exit = product.end('SIGTERM');
        await waitUntil(async () => (await product.admin.send('GET', '/readyz')).status !== 200);
        await blocked.release();
        await exit;
        longest = Math.max(longest, performance.now() - started);
        unanswered += (await blocked.statuses).filter((status) => status !== 201).length;
        await product.start();
      });
      lost += await writers.countLost();
    }
    await waitUntil(areOpen);
    const closings = pages.flatMap((page) => page.closings);
    const outside = Math.max(...pages.map(({ longestOutside }) => longestOutside));
    return await endWithInvariants(await product.databaseUrl(), {
      summary: `${restarts} restarts: stopped within ${seconds(longest)}, ${restarts * OPEN_REQUESTS} open requests answered, ${writers.results.acknowledged} acknowledged changes, ${lost} lost; a page was disconnected for at most ${seconds(outside)}`,
      broken: {
        'open requests without a response': unanswered,
        'lost changes': lost,
        'sockets closed with another code': closings.filter((code) => code !== RESTART_CODE).length,
      },
      slow: { 'stops after more than five seconds': Number(longest > PROMISED_MS) },
    });
  } finally {
    for (const page of pages) page.close();
  }
}

function openPage(product: SeededProduct, fan: number): Page {
  const person = createPerson(product.url);
  person.cookie = sessionCookie(fan);
  return new Page(person, product.url, product.showId);
}

/** Starts submissions that wait for a lock on a show's row until `release` is called. */
async function blockRequests(product: SeededProduct, startFan: number) {
  const showId = await product.addShow();
  const client = new pg.Client({ connectionString: await product.databaseUrl() });
  // The connection breaks if the embedded PostgreSQL stops first.
  client.on('error', () => undefined);
  await client.connect();
  await client.query('begin');
  await client.query('select from shows where id = $1 for update', [showId]);
  const requests = await Promise.all(
    Array.from({ length: OPEN_REQUESTS }, (_, n) =>
      beginRequest(product.url + createPrediction.path, sessionCookie(startFan + n), {
        showId,
        songIds: choosePicks(product, startFan + n),
      }),
    ),
  );
  return {
    statuses: Promise.all(requests.map(({ status }) => status)),
    async release() {
      await client.query('commit');
      await client.end();
    },
  };
}

/** Resolves when the server has read the head of the request and asks for the body. */
async function beginRequest(url: string, cookie: string, body: object) {
  const text = JSON.stringify(body);
  const headers = {
    cookie,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
    expect: '100-continue',
  };
  const outgoing = request(url, { method: 'POST', headers });
  const status = new Promise<number>((resolve) => {
    outgoing.on('response', (response) => resolve(response.resume().statusCode ?? 0));
    outgoing.on('error', () => resolve(0));
  });
  outgoing.flushHeaders();
  await once(outgoing, 'continue');
  outgoing.end(text);
  return { status };
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}
