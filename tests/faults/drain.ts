import { once } from 'node:events';
import { request } from 'node:http';
import pg from 'pg';
import { createPrediction } from '#contract/predictions.ts';
import { RESTART_CODE } from '#contract/realtime.ts';
import { buildSessionCookie, choosePicks } from '../../bench/support/embedded-product.ts';
import type { SeededProduct } from '../crowd/seeded-product.ts';
import { createClient } from '../nodes/api-client.ts';
import { Page } from '../nodes/page.ts';
import { waitUntil } from './kills.ts';
import { createFanWriters, endWithInvariants, type Outcome } from './outcome.ts';

const WRITER_COUNT = 12;
const PAGE_COUNT = 20;
const OPEN_REQUEST_COUNT = 5;
const TARGET_MS = 5_000;

export function countDrainFans(restarts: number): number {
  return WRITER_COUNT + PAGE_COUNT + restarts * OPEN_REQUEST_COUNT;
}

/**
 * Sends SIGTERM while fans write. Requests in progress get responses, sockets close with 1012 and
 * reconnect, and the server exits within five seconds.
 */
export async function runDrain(product: SeededProduct, restarts: number): Promise<Outcome> {
  const pages = Array.from({ length: PAGE_COUNT }, (_, page) =>
    openPage(product, WRITER_COUNT + page),
  );
  const areAllOpen = () => pages.every(({ isOpen }) => isOpen);
  try {
    const writers = await createFanWriters(product, WRITER_COUNT);
    let [longestMs, unansweredCount, lostCount] = [0, 0, 0];
    for (let restart = 0; restart < restarts; restart += 1) {
      await waitUntil(areAllOpen);
      await writers.writeDuring(async () => {
        const { acknowledged } = writers.results;
        await waitUntil(() => writers.results.acknowledged >= acknowledged + WRITER_COUNT);
        const blockedRequests = await blockRequests(
          product,
          WRITER_COUNT + PAGE_COUNT + restart * OPEN_REQUEST_COUNT,
        );
        const startedAt = performance.now();
        const exit = product.stop('SIGTERM');
        await waitUntil(async () => (await product.admin.send('GET', '/readyz')).status !== 200);
        await blockedRequests.release();
        await exit;
        longestMs = Math.max(longestMs, performance.now() - startedAt);
        unansweredCount += (await blockedRequests.statuses).filter(
          (status) => status !== 201,
        ).length;
        await product.start();
      });
      lostCount += await writers.countLost();
    }
    await waitUntil(areAllOpen);
    const closings = pages.flatMap((page) => page.closings);
    const longestDisconnectedMs = Math.max(
      ...pages.map(({ longestDisconnected }) => longestDisconnected),
    );
    return await endWithInvariants(await product.databaseUrl(), {
      summary: `${restarts} restarts: stopped within ${formatSeconds(longestMs)}, ${restarts * OPEN_REQUEST_COUNT} open requests got a response, ${writers.results.acknowledged} acknowledged changes, ${lostCount} lost; a page was disconnected for at most ${formatSeconds(longestDisconnectedMs)}`,
      broken: {
        'open requests without a response': unansweredCount,
        'lost changes': lostCount,
        'sockets closed with a different code': closings.filter((code) => code !== RESTART_CODE)
          .length,
      },
      slow: { 'stops after more than five seconds': Number(longestMs > TARGET_MS) },
    });
  } finally {
    for (const page of pages) page.close();
  }
}

function openPage(product: SeededProduct, fan: number): Page {
  const fanClient = createClient(product.url);
  fanClient.cookie = buildSessionCookie(fan);
  return new Page(fanClient, product.url, product.showId);
}

async function blockRequests(product: SeededProduct, startFan: number) {
  const showId = await product.addShow();
  const client = new pg.Client({ connectionString: await product.databaseUrl() });
  // The connection breaks if the embedded PostgreSQL stops first.
  client.on('error', () => undefined);
  await client.connect();
  await client.query('begin');
  await client.query('select from shows where id = $1 for update', [showId]);
  const requests = await Promise.all(
    Array.from({ length: OPEN_REQUEST_COUNT }, (_, n) =>
      startRequest(product.url + createPrediction.path, buildSessionCookie(startFan + n), {
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

/** Resolves once the server has read the headers and asks for the body. */
async function startRequest(url: string, cookie: string, body: object) {
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

function formatSeconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}
