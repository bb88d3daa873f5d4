import { expect } from 'vitest';
import { SESSION_ENDED_CODE } from '#contract/realtime.ts';
import { withinSeconds } from '../support/full-size.ts';
import {
  type ApiClient,
  createClient,
  PASSWORD,
  sendOrThrow,
  signIn,
  signUp,
} from './api-client.ts';
import type { LiveShow } from './live-show.ts';
import type { Page } from './page.ts';

// These changes end access on every node and every open socket. Each uses a separate account.

export async function checkLogout(liveShow: LiveShow) {
  const tablet = await signUp('leaver', liveShow.url);
  // Makes every node cache the session.
  expect(await fetchStatuses(liveShow, tablet)).toEqual(repeatForNodes(liveShow, 200));
  const pages = await openPages(liveShow, tablet);
  const copy = { ...tablet };
  await sendOrThrow(tablet, 204, 'POST', '/api/auth/logout', undefined, liveShow.nodeUrl(0));
  expect(await fetchStatuses(liveShow, createClientWithCookie(liveShow, copy.cookie))).toEqual(
    repeatForNodes(liveShow, 401),
  );
  await expectEnded(pages);
}

export async function checkNewPassword(liveShow: LiveShow) {
  const phone = await signUp('careful', liveShow.url);
  const laptop = await signIn('careful', liveShow.url);
  for (const device of [phone, laptop])
    expect(await fetchStatuses(liveShow, device)).toEqual(repeatForNodes(liveShow, 200));
  const pages = await openPages(liveShow, laptop);
  const change = { currentPassword: PASSWORD, newPassword: 'balcony from now on' };
  await sendOrThrow(phone, 200, 'PATCH', '/api/user/password', change, liveShow.nodeUrl(1));
  expect(await fetchStatuses(liveShow, laptop)).toEqual(repeatForNodes(liveShow, 401));
  expect(await fetchStatuses(liveShow, phone)).toEqual(repeatForNodes(liveShow, 200));
  await expectEnded(pages);
}

export async function checkLostRole(liveShow: LiveShow) {
  const phone = await signUp('colleague', liveShow.url);
  const { id } = await sendOrThrow(phone, 200, 'GET', '/api/auth/user');
  const setRole = (isAdmin: boolean, url: string) =>
    sendOrThrow(liveShow.admin, 200, 'PATCH', `/api/admin/users/${id}`, { isAdmin }, url);
  const fanPages = await openPages(liveShow, phone);
  await setRole(true, liveShow.nodeUrl(1));
  expect(await fetchStatuses(liveShow, phone, '/api/admin/users')).toEqual(
    repeatForNodes(liveShow, 200),
  );
  // Wait for the nodes to check their sockets, so that only the next change closes the new ones.
  await expectEnded(fanPages);
  const adminPages = await openPages(liveShow, phone);
  await setRole(false, liveShow.nodeUrl(0));
  expect(await fetchStatuses(liveShow, phone, '/api/admin/users')).toEqual(
    repeatForNodes(liveShow, 403),
  );
  await expectEnded(adminPages);
}

function fetchStatuses(
  liveShow: LiveShow,
  client: ApiClient,
  path = '/api/auth/user',
): Promise<number[]> {
  const fetchStatus = async (url: string) =>
    (await client.send('GET', path, undefined, url)).status;
  return Promise.all(liveShow.nodes.map(({ url }) => fetchStatus(url)));
}

function createClientWithCookie(liveShow: LiveShow, cookie: string): ApiClient {
  const client = createClient(liveShow.url);
  client.cookie = cookie;
  return client;
}

function openPages(liveShow: LiveShow, client: ApiClient): Promise<Page[]> {
  const { cookie } = client;
  return Promise.all(
    liveShow.nodes.map(({ url }) =>
      liveShow.openPage(0, url, createClientWithCookie(liveShow, cookie)),
    ),
  );
}

async function expectEnded(pages: readonly Page[]) {
  for (const { closings } of pages)
    await expect.poll(() => closings[0], { timeout: withinSeconds(5) }).toBe(SESSION_ENDED_CODE);
}

function repeatForNodes(liveShow: LiveShow, status: number): number[] {
  return liveShow.nodes.map(() => status);
}
