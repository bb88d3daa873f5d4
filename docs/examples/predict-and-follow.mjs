// Predicts the next show with its likeliest songs, then prints its setlist as it happens.
//
//   TOKEN=calledit_… node docs/examples/predict-and-follow.mjs http://localhost:3000
//
// The token needs the scopes `read` and `predict`: create one in the settings.
import WebSocket from 'ws';

const [site = ''] = process.argv.slice(2);
const headers = { authorization: `Bearer ${process.env.TOKEN}` };

async function call(path, body) {
  const response = await fetch(new URL(path, site), {
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
  const data = response.status === 204 ? undefined : await response.json();
  if (!response.ok) throw new Error(`${path}: ${response.status} ${data.message}`);
  return data;
}

const shows = await call('/api/shows/upcoming');
const show = shows.find(({ status }) => status === 'open');
const odds = await call(`/api/shows/${show.id}/odds`);
const songIds = odds.slice(0, 22).map(({ songId }) => songId);
const { songs: picks } = await call('/api/predictions', { showId: show.id, songIds });
console.log(`Predicted ${picks.length} songs for ${show.name}.`);

let printed = '';
/** Requests run one after another, so that an older response is never printed last. */
let printing = Promise.resolve();
const print = () => {
  printing = printing.then(async () => {
    const rows = await call(`/api/shows/${show.id}/setlist`);
    const text = rows.map(({ position, song }) => `${position}. ${song.title}`).join('\n');
    if (text !== printed) console.log(text);
    printed = text;
  });
};

const socket = new WebSocket(new URL('/ws', site.replace(/^http/, 'ws')), { headers });
socket.on('message', (message) => {
  const { event, data } = JSON.parse(message);
  if (event === 'setlist:update' && data.showId === show.id) print();
});
socket.on('open', print);
socket.on('close', () => process.exit(1));
