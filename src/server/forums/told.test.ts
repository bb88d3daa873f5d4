import { once } from 'node:events';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { type ServerMessage, serverMessage } from '#contract/realtime.ts';
import { type Caller, openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { listenForSockets } from '../../../tests/support/test-socket.ts';
import { createLocalBus, type ThreadEvent } from '../realtime/bus.ts';

const THREADS = '/api/forums/threads';
const valid = { title: 'Crowd', category: 'General', content: 'Come in' };

let t: TestApp;
let ann: Caller;
let ben: Caller;
const published: ThreadEvent[] = [];

beforeAll(async () => {
  const bus = createLocalBus();
  bus.subscribe(({ threads = [] }) => published.push(...threads));
  t = await openTestApp({ bus });
  ann = await t.signUp('Ann');
  ben = await t.signUp('Ben');
});

afterAll(() => t.close());

it('every change is published once, versions never fall, and what was refused is not', async () => {
  const { id } = (await ann.post(THREADS, valid)).json();
  const thread = `${THREADS}/${id}`;
  const post = `/api/forums/posts/${(await ben.post(`${thread}/posts`, valid)).json().id}`;
  expect(published).toHaveLength(2);
  await ann.patch(post, valid);
  await ann.delete(thread);
  await ann.patch(thread, { isPinned: 1 });
  await ann.post(`${thread}/posts`, { content: '' });
  expect(published).toHaveLength(2);
  await ben.patch(post, { content: 'Thanks' });
  await t.admin.patch(`${THREADS}/${id.toUpperCase()}`, { isPinned: 1 });
  await ben.delete(post);
  await ann.delete(thread);
  expect(published.map(({ threadId }) => threadId)).toEqual(Array(6).fill(id));
  const versions = published.map(({ version }) => version);
  expect(versions).toEqual(versions.toSorted((a, b) => a - b));
});

it('open pages hear of it, with the thread and the size of the audience', async () => {
  const socket = new WebSocket(await listenForSockets(t.app), {
    headers: { cookie: ben.cookie ?? '' },
  });
  const told: ServerMessage[] = [];
  socket.on('message', (data) => told.push(serverMessage.parse(JSON.parse(String(data)))));
  await once(socket, 'open');
  const { id } = (await ann.post(THREADS, valid)).json();
  await expect
    .poll(() => told)
    .toMatchObject([{ event: 'forums:update', data: { threadId: id, audience: 1 } }]);
  await ann.post(`${THREADS}/${id}/posts`, valid);
  await expect.poll(() => told.length, { timeout: 5_000 }).toBe(2);
  socket.terminate();
});
