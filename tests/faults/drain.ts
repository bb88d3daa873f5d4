import { once } from 'node:events';
import { request } from 'node:http';
import pg from 'pg';
import { createPrediction } from '#contract/predictions.ts';
import { RESTART_CODE } from '#contract/realtime.ts';
import { cookieOf, picksOf } from '../../bench/support/embedded-product.ts';
import type { Evening } from '../crowd/evening.ts';
import { Page } from '../nodes/page.ts';
import { personAt } from '../nodes/person.ts';
import { waitUntil } from './kills.ts';
import { createFanWriters, endWithInvariants, type Outcome } from './outcome.ts';

const WRITERS = 12;
const PAGES = 20;
/** Requests that the server is busy with when it is told to end. */
const HELD = 5;
const PROMISED_MS = 5_000;

export function drainFans(restarts: number): number {
  return WRITERS + PAGES + restarts * HELD;
}

/**
 * SIGTERM while fans write, pages are open and requests are under way: those are answered, the sockets
 * are closed with 1012 and come back by themselves, and the server has ended within five seconds.
 */
export async function drain(evening: Evening, restarts: number): Promise<Outcome> {
  const pages = Array.from({ length: PAGES }, (_, page) => pageOf(evening, WRITERS + page));
  const areOpen = () => pages.every(({ isOpen }) => isOpen);
  try {
    const writers = await createFanWriters(evening, WRITERS);
    let [longest, unanswered, lost] = [0, 0, 0];
    for (let restart = 0; restart < restarts; restart += 1) {
      await waitUntil(areOpen);
      await writers.writeDuring(async () => {
        const { acknowledged } = writers.results;
        await waitUntil(() => writers.results.acknowledged >= acknowledged + WRITERS);
        const held = await holdRequests(evening, WRITERS + PAGES + restart * HELD);
        const started = performance.now();
        const ending = evening.end('SIGTERM');
        await waitUntil(async () => (await evening.admin.ask('GET', '/readyz')).status !== 200);
        await held.letGo();
        await ending;
        longest = Math.max(longest, performance.now() - started);
        unanswered += (await held.statuses).filter((status) => status !== 201).length;
        await evening.start();
      });
      lost += await writers.countLost();
    }
    await waitUntil(areOpen);
    const closings = pages.flatMap((page) => page.closings);
    const outside = Math.max(...pages.map(({ longestOutside }) => longestOutside));
    return await endWithInvariants(await evening.databaseUrl(), {
      summary: `${restarts} restarts: ended within ${seconds(longest)}, ${restarts * HELD} held requests answered, ${writers.results.acknowledged} acknowledged changes, ${lost} lost; a page was outside for ${seconds(outside)} at most`,
      broken: {
        'requests under way that were not answered': unanswered,
        'lost changes': lost,
        'sockets closed otherwise': closings.filter((code) => code !== RESTART_CODE).length,
      },
      late: { 'ends after five seconds': Number(longest > PROMISED_MS) },
    });
  } finally {
    for (const page of pages) page.close();
  }
}

function pageOf(evening: Evening, fan: number): Page {
  const person = personAt(evening.url);
  person.cookie = cookieOf(fan);
  return new Page(person, evening.url, evening.showId);
}

/** Fans submit, and wait in the database until they are let go: for a show that is held there. */
async function holdRequests(evening: Evening, from: number) {
  const showId = await evening.addShow();
  const client = new pg.Client({ connectionString: await evening.databaseUrl() });
  // It is cut where the embedded PostgreSQL ends before it.
  client.on('error', () => undefined);
  await client.connect();
  await client.query('begin');
  await client.query('select from shows where id = $1 for update', [showId]);
  const held = await Promise.all(
    Array.from({ length: HELD }, (_, n) =>
      beginRequest(evening.url + createPrediction.path, cookieOf(from + n), {
        showId,
        songIds: picksOf(evening, from + n),
      }),
    ),
  );
  return {
    statuses: Promise.all(held.map(({ status }) => status)),
    async letGo() {
      await client.query('commit');
      await client.end();
    },
  };
}

/** Resolves when the server has read the head of the request, and asks for the rest of it. */
async function beginRequest(url: string, cookie: string, body: object) {
  const text = JSON.stringify(body);
  const headers = {
    cookie,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
    expect: '100-continue',
  };
  const asked = request(url, { method: 'POST', headers });
  const status = new Promise<number>((resolve) => {
    asked.on('response', (answer) => resolve(answer.resume().statusCode ?? 0));
    asked.on('error', () => resolve(0));
  });
  asked.flushHeaders();
  await once(asked, 'continue');
  asked.end(text);
  return { status };
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}
