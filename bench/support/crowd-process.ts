import { WebSocket } from 'ws';
import {
  applySetlistDelta,
  earnedRow,
  getLiveShow,
  type LiveShowState,
} from '#contract/live-show.ts';
import { type RealtimeMessage, realtimeMessage } from '#contract/realtime.ts';
import type { Answer, CrowdPage, Line, Order } from './crowd.ts';
import { now } from './now.ts';

// The sockets of a crowd, in a process of their own: see crowd.ts, which starts it.

const OPENED_AT_ONCE = 64;
/** How long the collector's threads go on when it has returned. */
const SWEPT_MS = 200;
/** Where the event's name begins in a message, and the one that tells of a song. */
const NAME_AT = '{"event":"'.length;
const SONG = Buffer.from('setlist:update"');

const pages = new Map<Line, Page[]>();
let hearing: { line: Line; at: number[] } | undefined;
let asked = 0;

process.on('message', (order: Order) => {
  if ('open' in order) void open(order.open).then(() => answer({ isOpen: true }));
  else {
    hearing = { line: order.hear, at: [] };
    asked = 0;
    globalThis.gc?.();
    setTimeout(() => answer({ hears: true }), SWEPT_MS);
  }
});

interface Page extends CrowdPage {
  url: string;
  /** Undefined where it only listens. */
  night: Pick<LiveShowState, 'setlist'> | undefined;
}

async function open({ line, url, crowd, night }: Extract<Order, { open: object }>['open']) {
  const opened: Page[] = crowd.map((page) => ({ ...page, url, night }));
  pages.set(line, opened);
  const left = [...opened];
  const worker = async () => {
    for (let page = left.pop(); page; page = left.pop()) await openOne(page, line);
  };
  await Promise.all(Array.from({ length: OPENED_AT_ONCE }, worker));
}

function openOne(page: Page, line: Line): Promise<void> {
  const socket = new WebSocket(`${page.url.replace('http', 'ws')}/ws`, {
    headers: { cookie: page.cookie },
    perMessageDeflate: false,
  });
  return new Promise((resolve, reject) => {
    socket.once('open', resolve);
    socket.on('error', reject);
    socket.on('close', (code) => reject(new Error(`A socket was closed with ${code}`)));
    socket.on('message', (bytes: Buffer) => {
      if (page.night) void keep(page, bytes.toString(), line);
      else if (SONG.equals(bytes.subarray(NAME_AT, NAME_AT + SONG.length))) note(line, bytes);
    });
  });
}

/** As a browser's page does: the row from the news, its own points and rank by the contract's rules. */
async function keep(page: Page, text: string, line: Line): Promise<void> {
  const { event, data } = JSON.parse(text) as RealtimeMessage;
  if (event !== 'setlist:update' || !page.night) return;
  let { standings } = data;
  const setlist = data.setlist && applySetlistDelta(page.night.setlist, data.setlist);
  if (setlist && standings) page.night = { setlist };
  else {
    asked += 1;
    const path = getLiveShow.path.replace('{id}', data.showId);
    const night = await fetch(page.url + path, { headers: { cookie: page.cookie } });
    const read = (await night.json()) as LiveShowState;
    page.night = read;
    standings = read.standings ?? undefined;
  }
  const own = earnedRow(page, page.night.setlist, standings?.ranks ?? []);
  if (!own) throw new Error(`${page.username} has no row`);
  note(line, text);
}

function note(line: Line, message: Buffer | string): void {
  if (hearing?.line !== line) return;
  const { at } = hearing;
  at.push(now());
  if (at.length < (pages.get(line)?.length ?? 0)) return;
  hearing = undefined;
  const text = message.toString();
  realtimeMessage.parse(JSON.parse(text));
  answer({ at, asked, message: text });
}

function answer(what: Answer): void {
  process.send?.(what);
}
