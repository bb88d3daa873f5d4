import { setTimeout as sleep } from 'node:timers/promises';
import { cookieOf, picksOf } from '../support/embedded-product.ts';
import type { Asked, Told } from './crowd.ts';
import { NightPage } from './night-page.ts';

// The program of the pages: does what it is asked by messages.

const TIMEOUT_MS = 60_000;
/** They open over so long a time, not at once. */
const OPENING_MS = 10_000;
const OWN_ROWS = 100;

const pages: NightPage[] = [];
const counted = { requests: 0, failures: 0, refusals: 0 };
let wanted = { rows: 0, isBack: false };
let at = new Map<NightPage, number>();
let arrivals = new Map<NightPage, number>();

process.on('message', async (asked: Asked) => {
  if (asked.ask === 'open') await open(asked);
  if (asked.ask === 'await') expect(asked);
  if (asked.ask === 'wait') await all();
  process.send?.(told());
});
process.on('disconnect', () => process.exit());
// A line that fails is counted.
console.warn = () => undefined;

async function open({ url, showId, songIds, userIds }: Asked & { ask: 'open' }) {
  for (const [fan, userId] of userIds.entries()) {
    const picks = picksOf({ songIds }, fan).map((songId, n) => ({ songId, position: n + 1 }));
    const who = { userId, username: `fan${fan}`, cookie: cookieOf(fan), picks };
    pages.push(new NightPage(url, showId, who, note));
    if (fan % 50 === 0) await sleep((OPENING_MS / userIds.length) * 50);
  }
  await all();
}

function expect({ rows, isBack }: { rows: number; isBack: boolean }) {
  wanted = { rows, isBack };
  at = new Map();
  arrivals = new Map(pages.map((page) => [page, page.arrivals]));
}

function note(page: NightPage) {
  const isBack = page.arrivals > (arrivals.get(page) ?? 0);
  if (page.rows.length !== wanted.rows || (wanted.isBack && !isBack)) return;
  if (!at.has(page)) at.set(page, Date.now());
}

async function all() {
  const end = performance.now() + TIMEOUT_MS;
  while (at.size < pages.length && performance.now() < end) await sleep(50);
}

function told(): Told {
  const sum = (what: keyof typeof counted) => {
    const before = counted[what];
    counted[what] = pages.reduce((total, page) => total + page[what], 0);
    return counted[what] - before;
  };
  const own = pages.slice(0, OWN_ROWS).map((page) => page.own);
  return {
    at: [...at.values()],
    requests: sum('requests'),
    failures: sum('failures'),
    refusals: sum('refusals'),
    own,
  };
}
