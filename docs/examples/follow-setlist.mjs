// Prints a show's setlist now and after every change. docs/realtime.md explains each step.
//
//   EMAIL=fan@example.com PASSWORD=secret node docs/examples/follow-setlist.mjs http://localhost:3000 SHOW_ID
//
// It uses the package `ws`: browsers send the session cookie themselves, other clients must set it.
import { setTimeout as sleep } from 'node:timers/promises';
import WebSocket from 'ws';

const SESSION_ENDED = 4401;
const SERVER_RESTARTS = 1012;
/** The server pings every 15 seconds. After two missing pings, the connection is dead. */
const SILENT_MS = 40_000;
/** A setlist also changes when a song is renamed or the show goes live. */
const TOPICS = new Set(['show', 'setlist', 'song']);
/** The topics of an event that doesn't list any. */
const DEFAULT_TOPICS = {
  'show:status': ['show'],
  'setlist:update': ['setlist'],
  'scores:update': ['standings', 'totals'],
};

const [site = '', showId = ''] = process.argv.slice(2);
const cookie = await signIn();

/** The latest rows. Undefined while a read is needed or running. */
let rows;
/** The show's latest version of each event on this connection. */
const versions = new Map();
let isReading = false;
let needsRead = false;

for (let failures = 0; ; ) {
  const { wasOpen, code } = await followOnce();
  if (code === SESSION_ENDED) break;
  failures = wasOpen ? 1 : failures + 1;
  await sleep(reconnectDelay(failures, code));
}
console.log('The session has ended. Sign in again.');
process.exit(1);

/** Resolves once the socket is closed or rejected. */
function followOnce() {
  const socket = new WebSocket(new URL('/ws', site.replace(/^http/, 'ws')), {
    headers: { cookie },
    handshakeTimeout: 10_000,
  });
  let wasOpen = false;
  let watchdog;
  const expectPing = () => {
    clearTimeout(watchdog);
    watchdog = setTimeout(() => socket.terminate(), SILENT_MS);
  };
  return new Promise((resolve) => {
    socket.on('open', () => {
      wasOpen = true;
      // Another server may have responded, or a backup may have been restored, so forget old
      // versions.
      versions.clear();
      expectPing();
      // Messages sent while no socket was open are lost, so read after every opening.
      read();
    });
    socket.on('ping', expectPing);
    socket.on('message', (text) => handle(JSON.parse(String(text))));
    socket.on('unexpected-response', (request, { statusCode }) => {
      request.destroy();
      resolve({ wasOpen, code: statusCode === 401 ? SESSION_ENDED : undefined });
    });
    // A failed connection also emits 'close'.
    socket.on('error', () => {});
    socket.on('close', (code) => {
      clearTimeout(watchdog);
      resolve({ wasOpen, code });
    });
  });
}

function handle({ event, data }) {
  // A later version of the server may add events.
  if (!data) return;
  const topics = data.topics ?? DEFAULT_TOPICS[event] ?? [data.topic];
  if (!topics.some((topic) => TOPICS.has(topic))) return;
  if (event === 'topic:update') {
    // A song changed, or any show may have changed.
    if (data.subjectId === null) versions.clear();
    return read(data.audience);
  }
  if (data.showId !== showId || data.version < (versions.get(event) ?? 0)) return;
  versions.set(event, data.version);
  const updated = data.setlist && rows && applyDelta(rows, data.setlist);
  if (updated) print(updated);
  else read(data.audience);
}

/** Returns undefined if a row is missing or outdated, because a message was missed. */
function applyDelta(previousRows, { order, changed }) {
  const byId = new Map([...previousRows, ...changed].map((row) => [row.id, row]));
  const next = order.map(([id, position, rowVersion]) => {
    const row = byId.get(id);
    return row?.version === rowVersion ? { ...row, position } : undefined;
  });
  return next.includes(undefined) ? undefined : next;
}

/** A change during a read causes another read, because the response may be outdated. */
async function read(audience = 1) {
  needsRead = true;
  rows = undefined;
  if (isReading) return;
  isReading = true;
  while (needsRead) {
    // Thousands of clients receive the same message, so spread the requests.
    await sleep(Math.random() * refetchSpread(audience));
    needsRead = false;
    const liveShow = await get(`/api/shows/${showId}/night`);
    if (!liveShow) {
      needsRead = true;
      await sleep(5_000);
    } else if (!needsRead) print(liveShow.setlist);
  }
  isReading = false;
}

function print(setlist) {
  rows = setlist;
  console.log(rows.map(({ position, song }) => `${position}. ${song.title}`).join(', ') || 'Empty');
}

/** In milliseconds: one second, doubled with each failure up to ten seconds, plus or minus 20%. */
function reconnectDelay(failures, code) {
  if (code === SERVER_RESTARTS) return Math.random() * 2_000;
  return Math.min(1_000 * 2 ** (failures - 1), 10_000) * (0.8 + 0.4 * Math.random());
}

function refetchSpread(audience) {
  return Math.min(Math.max(50 + audience / 10, audience / 2 - 900), 2_000);
}

/** Returns undefined if the server can't be reached or rejects the request. */
async function get(path) {
  const response = await fetch(new URL(path, site), { headers: { cookie } }).catch(() => undefined);
  return response?.ok ? response.json() : undefined;
}

async function signIn() {
  const { EMAIL: email, PASSWORD: password } = process.env;
  const response = await fetch(new URL('/api/auth/login', site), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  const [sessionCookie = ''] = response.headers.getSetCookie();
  if (!response.ok) throw new Error((await response.json()).message);
  return sessionCookie.split(';')[0];
}
