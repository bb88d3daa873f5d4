import { setTimeout as sleep } from 'node:timers/promises';
import { buildSessionCookie, choosePicks } from '../support/embedded-product.ts';
import type { PagesCommand, PagesReport } from './crowd.ts';
import { LivePage } from './live-page.ts';

// A child process that simulates the pages. Its parent controls it by messages.

const TIMEOUT_MS = 60_000;
/** The sockets open spread over this time. */
const OPENING_MS = 10_000;
const OWN_ROW_COUNT = 100;

const pages: LivePage[] = [];
const reportedCounts = { requests: 0, failures: 0, failedConnections: 0 };
let target = { rows: 0, isReconnected: false };
let displayedAt = new Map<LivePage, number>();
let arrivals = new Map<LivePage, number>();

process.on('message', async (command: PagesCommand) => {
  if (command.type === 'open') await open(command);
  if (command.type === 'expect') expect(command);
  if (command.type === 'wait') await waitForAll();
  process.send?.(report());
});
process.on('disconnect', () => process.exit());
console.warn = () => undefined;

async function open({ url, showId, songIds, userIds }: PagesCommand & { type: 'open' }) {
  for (const [fan, userId] of userIds.entries()) {
    const picks = choosePicks({ songIds }, fan).map((songId, n) => ({ songId, position: n + 1 }));
    const fanDetails = { userId, username: `fan${fan}`, cookie: buildSessionCookie(fan), picks };
    pages.push(new LivePage(url, showId, fanDetails, recordPage));
    if (fan % 50 === 0) await sleep((OPENING_MS / userIds.length) * 50);
  }
  await waitForAll();
}

function expect({ rows, isReconnected }: { rows: number; isReconnected: boolean }) {
  target = { rows, isReconnected };
  displayedAt = new Map();
  arrivals = new Map(pages.map((page) => [page, page.arrivals]));
}

function recordPage(page: LivePage) {
  const isReconnected = page.arrivals > (arrivals.get(page) ?? 0);
  if (page.rows.length !== target.rows || (target.isReconnected && !isReconnected)) return;
  if (!displayedAt.has(page)) displayedAt.set(page, Date.now());
}

async function waitForAll() {
  const end = performance.now() + TIMEOUT_MS;
  while (displayedAt.size < pages.length && performance.now() < end) await sleep(50);
}

function report(): PagesReport {
  const sum = (counter: keyof typeof reportedCounts) => {
    const previousCount = reportedCounts[counter];
    reportedCounts[counter] = pages.reduce((total, page) => total + page[counter], 0);
    return reportedCounts[counter] - previousCount;
  };
  const ownRows = pages.slice(0, OWN_ROW_COUNT).map((page) => page.ownRow);
  return {
    times: [...displayedAt.values()],
    requests: sum('requests'),
    failures: sum('failures'),
    failedConnections: sum('failedConnections'),
    ownRows,
  };
}
