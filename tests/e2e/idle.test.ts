import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, type Page } from '@playwright/test';
import { login } from '#contract/accounts.ts';
import { REALTIME_PATH } from '#contract/realtime.ts';
import { openSocket, type TestSocket } from '../support/test-socket.ts';
import { test } from './support/journey.ts';
import { addShow, type Person, signUpFan } from './support/people.ts';
import { settled } from './support/settled.ts';

const IDLE_MS = 70_000;

/** Many proxies close idle connections after this time. */
const PROXY_IDLE_MS = 60_000;

let proxy: Server;
let url: string;
test.beforeAll(async ({ site }) => {
  proxy = await startProxy(Number(new URL(site.url).port));
  url = `http://127.0.0.1:${readPort(proxy)}`;
});
test.afterAll(() => proxy.close());

test('idle pages and sockets keep their connection for over a minute without requests', async ({
  site,
  admin,
}) => {
  const fan = await signUpFan(site.url, 'mariposa');
  const { page, context } = await site.visit({ as: fan, baseURL: url });
  const fresh = watch(page);
  await page.goto('/');
  await settled(page);
  const secondPage = await context.newPage();
  const remembered = watch(secondPage);
  await secondPage.goto('/shows');
  await expect(secondPage.getByRole('heading', { name: 'Show Schedule' })).toBeVisible();
  await settled(secondPage);
  const [cookie] = await context.cookies();
  const raw = [
    await openRaw(`${cookie?.name}=${cookie?.value}`),
    await openRaw(await createFreshCookie(fan)),
  ];
  const pages = [fresh, remembered];
  for (const { calls } of pages) calls.length = 0;

  await sleep(IDLE_MS);
  expect(pages.map(({ sockets, calls }) => ({ sockets, calls }))).toEqual([
    { sockets: 1, calls: [] },
    { sockets: 1, calls: [] },
  ]);
  const show = await addShow(admin, 'The Late Hall', 24 * 60);
  for (const socket of raw) expect((await socket.next()).data.showId).toBe(show.id);
  await expect
    .poll(() => pages.map(({ received }) => received.includes(show.id)))
    .toEqual([true, true]);
  expect(pages.map(({ sockets }) => sockets)).toEqual([1, 1]);
  for (const { socket } of raw) socket.close();
});

function watch(page: Page) {
  const traffic = { sockets: 0, calls: [] as string[], received: '' };
  page.on('websocket', (socket) => {
    traffic.sockets += 1;
    socket.on('framereceived', ({ payload }) => {
      traffic.received += payload;
    });
  });
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) traffic.calls.push(pathname);
  });
  return traffic;
}

function openRaw(cookie: string): Promise<TestSocket> {
  return openSocket(`${url.replace('http', 'ws')}${REALTIME_PATH}`, { cookie });
}

async function createFreshCookie({ email, password }: Person): Promise<string> {
  const response = await fetch(url + login.path, {
    method: login.method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  return response.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
}

async function startProxy(port: number): Promise<Server> {
  const server = createServer((client) => {
    const inside = connect(port, '127.0.0.1');
    const cut = () => {
      client.destroy();
      inside.destroy();
    };
    for (const end of [client, inside] satisfies Socket[]) end.on('error', cut).on('close', cut);
    client.setTimeout(PROXY_IDLE_MS, cut);
    client.pipe(inside).pipe(client);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

function readPort(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port.');
  return address.port;
}
