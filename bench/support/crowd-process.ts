import { WebSocket } from 'ws';
import {
  applySetlistDelta,
  buildShowRow,
  getLiveShow,
  type LiveShowState,
} from '#contract/live-shows.ts';
import { type RealtimeMessage, realtimeMessage } from '#contract/realtime.ts';
import type { CrowdCommand, CrowdPage, CrowdReply, CrowdTarget } from './crowd.ts';
import { now } from './now.ts';

const CONCURRENCY = 64;
/** The garbage collector's threads continue for this long after it returns. */
const SWEEP_MS = 200;
/** The position and the name of the event in a message about a song. */
const NAME_OFFSET = '{"event":"'.length;
const SONG = Buffer.from('setlist:update"');

const pages = new Map<CrowdTarget, Page[]>();
let pendingSong: { target: CrowdTarget; times: number[] } | undefined;
let refetches = 0;

process.on('message', (command: CrowdCommand) => {
  if ('open' in command) void open(command.open).then(() => reply({ isOpen: true }));
  else {
    pendingSong = { target: command.measureArrivals, times: [] };
    refetches = 0;
    globalThis.gc?.();
    setTimeout(() => reply({ isListening: true }), SWEEP_MS);
  }
});

interface Page extends CrowdPage {
  url: string;
  /** Undefined for a page that only receives messages. */
  liveShow: Pick<LiveShowState, 'setlist'> | undefined;
}

async function open({
  target,
  url,
  crowd,
  liveShow,
}: Extract<CrowdCommand, { open: object }>['open']) {
  const openedPages: Page[] = crowd.map((page) => ({ ...page, url, liveShow }));
  pages.set(target, openedPages);
  const unopened = [...openedPages];
  const openNext = async () => {
    for (let page = unopened.pop(); page; page = unopened.pop()) await openSocket(page, target);
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, openNext));
}

function openSocket(page: Page, target: CrowdTarget): Promise<void> {
  const socket = new WebSocket(`${page.url.replace('http', 'ws')}/ws`, {
    headers: { cookie: page.cookie },
    perMessageDeflate: false,
  });
  return new Promise((resolve, reject) => {
    socket.once('open', resolve);
    socket.on('error', reject);
    socket.on('close', (code) => reject(new Error(`A socket was closed with ${code}`)));
    socket.on('message', (bytes: Buffer) => {
      if (page.liveShow) void applyMessage(page, bytes.toString(), target);
      else if (SONG.equals(bytes.subarray(NAME_OFFSET, NAME_OFFSET + SONG.length)))
        recordArrival(target, bytes);
    });
  });
}

/** Updates the page like a browser, by the contract's rules. */
async function applyMessage(page: Page, text: string, target: CrowdTarget): Promise<void> {
  const { event, data } = JSON.parse(text) as RealtimeMessage;
  if (event !== 'setlist:update' || !page.liveShow) return;
  let { standings } = data;
  const setlist = data.setlist && applySetlistDelta(page.liveShow.setlist, data.setlist);
  if (setlist && standings) page.liveShow = { setlist };
  else {
    refetches += 1;
    const path = getLiveShow.path.replace('{id}', data.showId);
    const response = await fetch(page.url + path, { headers: { cookie: page.cookie } });
    const state = (await response.json()) as LiveShowState;
    page.liveShow = state;
    standings = state.standings ?? undefined;
  }
  const row = standings && buildShowRow(page, page.liveShow.setlist, standings);
  if (!row) throw new Error(`${page.username} has no row`);
  recordArrival(target, text);
}

function recordArrival(target: CrowdTarget, message: Buffer | string): void {
  if (pendingSong?.target !== target) return;
  const { times } = pendingSong;
  times.push(now());
  if (times.length < (pages.get(target)?.length ?? 0)) return;
  pendingSong = undefined;
  const text = message.toString();
  realtimeMessage.parse(JSON.parse(text));
  reply({ times, refetches, message: text });
}

function reply(message: CrowdReply): void {
  process.send?.(message);
}
