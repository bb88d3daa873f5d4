import { WebSocket } from 'ws';
import {
  applySetlistDelta,
  getLiveShow,
  type LiveShowState,
  showRowFor,
} from '#contract/live-shows.ts';
import { type RealtimeMessage, realtimeMessage } from '#contract/realtime.ts';
import type { CrowdAnswer, CrowdOrder, CrowdPage, CrowdTarget } from './crowd.ts';
import { now } from './now.ts';

// The sockets of a crowd, in a separate process that crowd.ts starts.

const OPENED_AT_ONCE = 64;
/** How long the garbage collector's threads continue after it returns. */
const SWEEP_MS = 200;
/** Offset of the event's name in a message, and the name of the event for a song. */
const NAME_OFFSET = '{"event":"'.length;
const SONG = Buffer.from('setlist:update"');

const pages = new Map<CrowdTarget, Page[]>();
let awaited: { target: CrowdTarget; at: number[] } | undefined;
let refetches = 0;

process.on('message', (order: CrowdOrder) => {
  if ('open' in order) void open(order.open).then(() => answer({ isOpen: true }));
  else {
    awaited = { target: order.hear, at: [] };
    refetches = 0;
    globalThis.gc?.();
    setTimeout(() => answer({ hears: true }), SWEEP_MS);
  }
});

interface Page extends CrowdPage {
  url: string;
  /** Undefined for a page that only listens. */
  night: Pick<LiveShowState, 'setlist'> | undefined;
}

async function open({ target, url, crowd, night }: Extract<CrowdOrder, { open: object }>['open']) {
  const opened: Page[] = crowd.map((page) => ({ ...page, url, night }));
  pages.set(target, opened);
  const left = [...opened];
  const worker = async () => {
    for (let page = left.pop(); page; page = left.pop()) await openOne(page, target);
  };
  await Promise.all(Array.from({ length: OPENED_AT_ONCE }, worker));
}

function openOne(page: Page, target: CrowdTarget): Promise<void> {
  const socket = new WebSocket(`${page.url.replace('http', 'ws')}/ws`, {
    headers: { cookie: page.cookie },
    perMessageDeflate: false,
  });
  return new Promise((resolve, reject) => {
    socket.once('open', resolve);
    socket.on('error', reject);
    socket.on('close', (code) => reject(new Error(`A socket was closed with ${code}`)));
    socket.on('message', (bytes: Buffer) => {
      if (page.night) void applyMessage(page, bytes.toString(), target);
      else if (SONG.equals(bytes.subarray(NAME_OFFSET, NAME_OFFSET + SONG.length)))
        recordArrival(target, bytes);
    });
  });
}

/**
 * Updates the setlist from a message, and computes own points and rank with the contract's rules,
 * as a browser does.
 */
async function applyMessage(page: Page, text: string, target: CrowdTarget): Promise<void> {
  const { event, data } = JSON.parse(text) as RealtimeMessage;
  if (event !== 'setlist:update' || !page.night) return;
  let { standings } = data;
  const setlist = data.setlist && applySetlistDelta(page.night.setlist, data.setlist);
  if (setlist && standings) page.night = { setlist };
  else {
    refetches += 1;
    const path = getLiveShow.path.replace('{id}', data.showId);
    const night = await fetch(page.url + path, { headers: { cookie: page.cookie } });
    const read = (await night.json()) as LiveShowState;
    page.night = read;
    standings = read.standings ?? undefined;
  }
  const own = showRowFor(page, page.night.setlist, standings?.ranks ?? []);
  if (!own) throw new Error(`${page.username} has no row`);
  recordArrival(target, text);
}

function recordArrival(target: CrowdTarget, message: Buffer | string): void {
  if (awaited?.target !== target) return;
  const { at } = awaited;
  at.push(now());
  if (at.length < (pages.get(target)?.length ?? 0)) return;
  awaited = undefined;
  const text = message.toString();
  realtimeMessage.parse(JSON.parse(text));
  answer({ at, refetches, message: text });
}

function answer(message: CrowdAnswer): void {
  process.send?.(message);
}
