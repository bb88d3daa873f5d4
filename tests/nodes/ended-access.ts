import { expect } from 'vitest';
import { SESSION_ENDED_CODE } from '#contract/realtime.ts';
import { within } from '../support/full-size.ts';
import type { Night } from './night.ts';
import type { Page } from './page.ts';
import { must, PASSWORD, type Person, personAt, signIn, signUp } from './person.ts';

// Changes that end access on every node and every open socket. Each uses a separate person.

export async function checkLogout(night: Night) {
  const tablet = await signUp('leaver', night.url);
  // Every node caches the session.
  expect(await statuses(night, tablet)).toEqual(all(night, 200));
  const pages = await pagesOf(night, tablet);
  const ended = { ...tablet };
  await must(tablet, 204, 'POST', '/api/auth/logout', undefined, night.at(0));
  expect(await statuses(night, personWith(night, ended.cookie))).toEqual(all(night, 401));
  await expectEnded(pages);
}

export async function checkNewPassword(night: Night) {
  const phone = await signUp('careful', night.url);
  const laptop = await signIn('careful', night.url);
  for (const device of [phone, laptop])
    expect(await statuses(night, device)).toEqual(all(night, 200));
  const pages = await pagesOf(night, laptop);
  const change = { currentPassword: PASSWORD, newPassword: 'balcony from now on' };
  await must(phone, 200, 'PATCH', '/api/user/password', change, night.at(1));
  expect(await statuses(night, laptop)).toEqual(all(night, 401));
  expect(await statuses(night, phone)).toEqual(all(night, 200));
  await expectEnded(pages);
}

export async function checkLostRole(night: Night) {
  const phone = await signUp('colleague', night.url);
  const { id } = await must(phone, 200, 'GET', '/api/auth/user');
  const giveRole = (isAdmin: boolean, where: string) =>
    must(night.admin, 200, 'PATCH', `/api/admin/users/${id}`, { isAdmin }, where);
  const asFan = await pagesOf(night, phone);
  await giveRole(true, night.at(1));
  expect(await statuses(night, phone, '/api/admin/users')).toEqual(all(night, 200));
  // Every node checks the sockets after a change. Wait for that, so that the next change ends those
  // below.
  await expectEnded(asFan);
  const asAdmin = await pagesOf(night, phone);
  await giveRole(false, night.at(0));
  expect(await statuses(night, phone, '/api/admin/users')).toEqual(all(night, 403));
  await expectEnded(asAdmin);
}

function statuses(night: Night, person: Person, path = '/api/auth/user'): Promise<number[]> {
  const ask = async (where: string) => (await person.send('GET', path, undefined, where)).status;
  return Promise.all(night.nodes.map(({ url }) => ask(url)));
}

function personWith(night: Night, cookie: string): Person {
  const person = personAt(night.url);
  person.cookie = cookie;
  return person;
}

/** Opens a page at each node with the person's present session. */
function pagesOf(night: Night, person: Person): Promise<Page[]> {
  const { cookie } = person;
  return Promise.all(night.nodes.map(({ url }) => night.page(0, url, personWith(night, cookie))));
}

async function expectEnded(pages: readonly Page[]) {
  for (const { closings } of pages)
    await expect.poll(() => closings[0], { timeout: within(5) }).toBe(SESSION_ENDED_CODE);
}

function all(night: Night, status: number): number[] {
  return night.nodes.map(() => status);
}
