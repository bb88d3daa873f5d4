import { WebSocket } from 'ws';
import {
  applySetlistDelta,
  earnedRow,
  getLiveShow,
  type LiveShowState,
} from '#contract/live-show.ts';
import { type RealtimeMessage, realtimeMessage } from '#contract/realtime.ts';
import type { CrowdAnswer, CrowdOrder, CrowdPage, CrowdTarget } from './crowd.ts';
import { now } from './now.ts';

// The sockets of a crowd, in a process of their own: see crowd.ts, which starts it.

const OPENED_AT_ONCE = 64;
/** How long the collector's threads go on when it has returned. */
const SWEPT_MS = 200;
/** Where the event's name begins in a message, and the one that tells of a song. */
const NAME_AT = '{"event":"'.length;
const SONG = Buffer.from('setlist:update"');

const pages = new Map<CrowdTarget, Page[]>();
let hearing: { target: CrowdTarget; at: number[] } | undefined;
let refetches = 0;

process.on('message', (order: CrowdOrder) => {
  if ('open' in order) void open(order.open).then(() => answer({ isOpen: true }));
  else {
    hearing = { target: order.hear, at: [] };
    refetches = 0;
    globalThis.gc?.();
    setTimeout(() => answer({ hears: true }), SWEPT_MS);
  }
});

interface Page extends CrowdPage {
  url: string;
  /** Undefined where it only listens. */
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
      if (page.night) void keep(page, bytes.toString(), target);
      else if (SONG.equals(bytes.subarray(NAME_AT, NAME_AT + SONG.length))) note(target, bytes);
    });
  });
}

/** As a browser's page action: the row from the news, its own points and rank by the contract's rules. */
async function keep(page: Page, text: string, target: CrowdTarget): Promise<void> {
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
  const own = earnedRow(page, page.night.setlist, standings?.ranks ?? []);
  if (!own) throw new Error(`${page.username} has no row`);
  note(target, text);
}

function note(target: CrowdTarget, message: Buffer | string): void {
  if (hearing?.target !== target) return;
  const { at } = hearing;
  at.push(now());
  if (at.length < (pages.get(target)?.length ?? 0)) return;
  hearing = undefined;
  const text = message.toString();
  realtimeMessage.parse(JSON.parse(text));
  answer({ at, refetches, message: text });
}

function answer(what: CrowdAnswer): void {
  process.send?.(what);
}
