import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { RESTART_CODE } from '#contract/realtime.ts';
import { cookieOf, picksOf } from '../../bench/support/embedded-product.ts';
import { type Evening, openEvening } from '../crowd/evening.ts';
import { Page } from '../nodes/page.ts';
import { personAt } from '../nodes/person.ts';
import { endWithInvariants, type Outcome, writersOf } from './outcome.ts';

const WRITERS = 12;
const PAGES = 20;
/** Requests that the server is busy with when it is told to end. */
const HELD = 5;
const PROMISED_MS = 5_000;

/**
 * SIGTERM while fans write, pages are open and requests are under way: those are answered, the sockets
 * are closed with 1012 and come back by themselves, and the server has ended within five seconds.
 */
export async function drain(restarts: number): Promise<Outcome> {
  const evening = await openEvening('embedded', WRITERS + PAGES + restarts * HELD);
  const pages = Array.from({ length: PAGES }, (_, page) => pageOf(evening, WRITERS + page));
  try {
    const writers = await writersOf(evening, WRITERS);
    let [longest, unanswered, lost] = [0, 0, 0];
    for (let restart = 0; restart < restarts; restart += 1) {
      await allOpen(pages);
      await writers.writeDuring(async () => {
        await sleep(300);
        const held = await holdRequests(evening, WRITERS + PAGES + restart * HELD);
        const started = performance.now();
        const ending = evening.end('SIGTERM');
        await sleep(500);
        await held.letGo();
        await ending;
        longest = Math.max(longest, performance.now() - started);
        unanswered += (await held.statuses).filter((status) => status !== 201).length;
        await evening.start();
      });
      lost += await writers.countLost();
    }
    await allOpen(pages);
    const closings = pages.flatMap((page) => page.closings);
    const outside = Math.max(...pages.map(({ longestOutside }) => longestOutside));
    return await endWithInvariants(await evening.databaseUrl(), {
      figure: `${restarts} restarts: ended within ${seconds(longest)}, ${restarts * HELD} held requests answered, ${writers.told.acknowledged} acknowledged changes, ${lost} lost; a page was outside for ${seconds(outside)} at most`,
      broken: {
        'ends after five seconds': Number(longest > PROMISED_MS),
        'requests under way that were not answered': unanswered,
        'lost changes': lost,
        'sockets closed otherwise': closings.filter((code) => code !== RESTART_CODE).length,
        'pages that did not come back': pages.filter(({ isOpen }) => !isOpen).length,
      },
    });
  } finally {
    for (const page of pages) page.close();
    await evening.close();
  }
}

function pageOf(evening: Evening, fan: number): Page {
  const person = personAt(evening.url);
  person.cookie = cookieOf(fan);
  return new Page(person, evening.url, evening.showId);
}

async function allOpen(pages: readonly Page[]): Promise<void> {
  for (const end = Date.now() + 10_000; Date.now() < end; await sleep(50))
    if (pages.every(({ isOpen }) => isOpen)) return;
}

/** Fans submit, and wait in the database until they are let go. */
async function holdRequests(evening: Evening, from: number) {
  const client = new pg.Client({ connectionString: await evening.databaseUrl() });
  // It is cut where the embedded PostgreSQL ends before it.
  client.on('error', () => undefined);
  await client.connect();
  await client.query('begin');
  await client.query('lock table predictions in share mode');
  const statuses = Promise.all(
    Array.from({ length: HELD }, async (_, n) => {
      const person = personAt(evening.url);
      person.cookie = cookieOf(from + n);
      const body = { showId: evening.showId, songIds: picksOf(evening, from + n) };
      return (await person.ask('POST', '/api/predictions', body)).status;
    }),
  );
  await sleep(300);
  return {
    statuses,
    async letGo() {
      await client.query('commit');
      await client.end();
    },
  };
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}
