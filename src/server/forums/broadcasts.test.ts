import { once } from 'node:events';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import type { Change } from '#contract/freshness.ts';
import { type ServerMessage, serverMessage } from '#contract/realtime.ts';
import { type Caller, openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { listenForSockets } from '../../../tests/support/test-socket.ts';
import { planTour } from '../../../tests/support/tour.ts';
import { createLocalBus } from '../changes/bus.ts';

const THREADS = '/api/forums/threads';
const valid = { title: 'Crowd', category: 'General', content: 'Come in' };

let app: TestApp;
let ann: Caller;
let ben: Caller;
const published: Change[] = [];

beforeAll(async () => {
  const bus = createLocalBus();
  bus.subscribe((changes) => {
    published.push(...changes.filter(({ topic }) => topic === 'thread' || topic === 'newPost'));
  });
  app = await openTestApp({ bus });
  ann = await app.signUp('Ann');
  ben = await app.signUp('Ben');
});

afterAll(() => app.close());

it('publishes every accepted change once, with increasing versions, and no rejected change', async () => {
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
  await app.admin.patch(`${THREADS}/${id.toUpperCase()}`, { isPinned: 1 });
  await ben.delete(post);
  await ann.delete(thread);
  expect(published.map(({ subjectId }) => subjectId)).toEqual(Array(6).fill(id));
  const versions = published.map(({ version }) => version);
  expect(versions).toEqual(versions.toSorted((a, b) => a - b));
});

it('sends thread changes to pages that show forums and to no others', async () => {
  const url = await listenForSockets(app.fastify);
  const [otherPage, reader] = [await listen(url, app.admin), await listen(url, ben)];
  reader.socket.send('{"watch":["thread","newPost"]}');
  for (const text of ['{', '{"watch":"thread"}', '{"watch":["nonsense"]}'])
    otherPage.socket.send(text);
  await pingServer(reader.socket);
  // A page may have read its data just before the change.
  const { received } = reader;
  const [changed] = published;
  const recentTopics = received.splice(0).map(({ data }) => {
    expect(data).toMatchObject({ subjectId: changed?.subjectId, audience: 1 });
    return 'topic' in data ? data.topic : undefined;
  });
  // The order depends on whether the throttle has already sent the thread's last change.
  expect(new Set(recentTopics)).toEqual(new Set(['newPost', 'thread']));
  const { id: subjectId } = (await ann.post(THREADS, valid)).json();
  const message = { event: 'topic:update', data: { topic: 'thread', subjectId, audience: 1 } };
  // The throttled last change of another thread may arrive in between.
  const listThreadMessages = () =>
    received.filter(({ data }) => 'topic' in data && data.subjectId === subjectId);
  await expect.poll(listThreadMessages).toMatchObject([message]);
  await ann.post(`${THREADS}/${subjectId}/posts`, valid);
  const newPost = { topic: 'newPost' };
  await expect.poll(listThreadMessages).toMatchObject([message, { data: newPost }]);
  const show = await planTour(app).addShow();
  await ann.post(`${THREADS}/${show}/posts`, valid);
  const newPosts = { total: 1, posts: [{ content: valid.content }] };
  const listShowMessages = () =>
    received.filter(({ data }) => 'topic' in data && data.subjectId === show);
  await expect.poll(listShowMessages).toMatchObject([{ data: { topic: 'newPost', newPosts } }]);

  reader.socket.send('{"watch":[]}');
  await pingServer(reader.socket);
  received.length = 0;
  await ann.post(THREADS, valid);
  await Promise.all([reader, otherPage].map(({ socket }) => pingServer(socket)));
  expect(received).toEqual([]);
  expect(otherPage.received).toEqual([]);
});

async function listen(url: string, { cookie = '' }: Caller) {
  const socket = new WebSocket(url, { headers: { cookie } });
  const received: ServerMessage[] = [];
  socket.on('message', (data) => received.push(serverMessage.parse(JSON.parse(String(data)))));
  await once(socket, 'open');
  return { socket, received };
}

async function pingServer(socket: WebSocket): Promise<void> {
  const pong = once(socket, 'pong');
  socket.ping();
  await pong;
}
