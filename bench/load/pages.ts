import { setTimeout as sleep } from 'node:timers/promises';
import { choosePicks, sessionCookie } from '../support/embedded-product.ts';
import type { PagesCommand, PagesReport } from './crowd.ts';
import { NightPage } from './night-page.ts';

// The process of the pages, controlled by messages.

const TIMEOUT_MS = 60_000;
/** Sockets open over this time, not at once. */
const OPENING_MS = 10_000;
const OWN_ROWS = 100;

const pages: NightPage[] = [];
const counted = { requests: 0, failures: 0, refusals: 0 };
let target = { rows: 0, isBack: false };
let shownAt = new Map<NightPage, number>();
let arrivals = new Map<NightPage, number>();

process.on('message', async (command: PagesCommand) => {
  if (command.ask === 'open') await open(command);
  if (command.ask === 'await') expect(command);
  if (command.ask === 'wait') await waitForAll();
  process.send?.(report());
});
process.on('disconnect', () => process.exit());
// Failed connections are counted instead of logged.
console.warn = () => undefined;

async function open({ url, showId, songIds, userIds }: PagesCommand & { ask: 'open' }) {
  for (const [fan, userId] of userIds.entries()) {
    const picks = choosePicks({ songIds }, fan).map((songId, n) => ({ songId, position: n + 1 }));
    const fanDetails = { userId, username: `fan${fan}`, cookie: sessionCookie(fan), picks };
    pages.push(new NightPage(url, showId, fanDetails, recordPage));
    if (fan % 50 === 0) await sleep((OPENING_MS / userIds.length) * 50);
  }
  await waitForAll();
}

function expect({ rows, isBack }: { rows: number; isBack: boolean }) {
  target = { rows, isBack };
  shownAt = new Map();
  arrivals = new Map(pages.map((page) => [page, page.arrivals]));
}

function recordPage(page: NightPage) {
  const isBack = page.arrivals > (arrivals.get(page) ?? 0);
  if (page.rows.length !== target.rows || (target.isBack && !isBack)) return;
  if (!shownAt.has(page)) shownAt.set(page, Date.now());
}

async function waitForAll() {
  const end = performance.now() + TIMEOUT_MS;
  while (shownAt.size < pages.length && performance.now() < end) await sleep(50);
}

function report(): PagesReport {
  const sum = (counter: keyof typeof counted) => {
    const previousCount = counted[counter];
    counted[counter] = pages.reduce((total, page) => total + page[counter], 0);
    return counted[counter] - previousCount;
  };
  const ownRows = pages.slice(0, OWN_ROWS).map((page) => page.ownRow);
  return {
    times: [...shownAt.values()],
    requests: sum('requests'),
    failures: sum('failures'),
    refusals: sum('refusals'),
    ownRows,
  };
}
