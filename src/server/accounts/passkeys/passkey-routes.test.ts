import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MINUTE } from '#contract/durations.ts';
import { createAuthenticator } from '../../../../tests/support/authenticator.ts';
import {
  type Caller,
  callerOf,
  openTestApp,
  signIn,
  type TestApp,
} from '../../../../tests/support/test-app.ts';

const SITE = 'https://calledit.example';

let test: TestApp;
let fan: Caller;
let bystander: Caller;
let fans = 0;
beforeAll(async () => {
  test = await openTestApp({ publicUrl: SITE });
  bystander = await test.signUp('Bystander');
});
afterAll(() => test.close());
beforeEach(async () => {
  fans += 1;
  fan = await test.signUp(`Fan ${fans}`);
});

const device = () => callerOf(test.app, { email: '', password: '' });
const begin = async (by = fan) =>
  (await by.post('/api/user/passkeys/options', { currentPassword: fan.password })).json();
const add = async (key = createAuthenticator(SITE), by = fan) =>
  by.post('/api/user/passkeys', { name: 'Phone', credential: key.create(await begin(by)) });
const challenge = async () => (await device().post('/api/auth/passkey/options')).json();
const signInWith = (credential: object, by = device()) =>
  by.post('/api/auth/passkey', { credential });
const listed = async (by: Caller) => (await by.get('/api/user/credentials')).json().passkeys;

async function ownKey() {
  const key = createAuthenticator(SITE);
  expect((await add(key)).statusCode).toBe(201);
  return key;
}

describe('a passkey', () => {
  it('signs its owner in and records its last use', async () => {
    const key = await ownKey();
    const browser = device();
    const response = await signInWith(key.get(await challenge()), browser);
    expect([response.statusCode, response.json().id]).toEqual([200, fan.userId]);
    const now = new Date(test.clock.now).toISOString();
    expect(await listed(browser)).toEqual([
      { id: expect.any(String), name: 'Phone', createdAt: now, lastUsedAt: now },
    ]);
    expect(await listed(bystander)).toEqual([]);
  });

  it('is added once, with the password, to the fan’s own account', async () => {
    const wrong = { currentPassword: 'wrong' };
    expect((await fan.post('/api/user/passkeys/options', wrong)).statusCode).toBe(400);
    const key = createAuthenticator(SITE);
    const credential = key.create(await begin());
    const body = { name: 'Phone', credential };
    // The challenge belongs to the fan; another user's attempt uses it up.
    expect((await bystander.post('/api/user/passkeys', body)).statusCode).toBe(400);
    expect((await fan.post('/api/user/passkeys', body)).statusCode).toBe(400);
    expect((await add(key)).statusCode).toBe(201);
    expect((await add(key)).statusCode).toBe(409);
  });

  it('answers a challenge once, within five minutes', async () => {
    const key = await ownKey();
    const credential = key.get(await challenge());
    const statuses = [await signInWith(credential), await signInWith(credential)];
    expect(statuses.map(({ statusCode }) => statusCode)).toEqual([200, 401]);
    const late = key.get(await challenge());
    test.clock.now += 5 * MINUTE;
    expect((await signInWith(late)).statusCode).toBe(401);
    // A challenge for adding a passkey can't be used to sign in.
    expect((await signInWith(key.get(await begin()))).statusCode).toBe(401);
  });

  it('is refused for another site, another key or an older counter', async () => {
    const key = await ownKey();
    const stranger = createAuthenticator(SITE).get(await challenge());
    expect((await signInWith(stranger)).statusCode).toBe(401);
    const { id } = key.get(await challenge());
    expect((await signInWith({ ...stranger, id, rawId: id })).statusCode).toBe(401);
    const otherSite = createAuthenticator('https://evil.example');
    expect((await add(otherSite)).statusCode).toBe(400);
    expect((await signInWith(key.get(await challenge()))).statusCode).toBe(200);
    key.countFrom(0);
    const copy = await signInWith(key.get(await challenge()));
    expect([copy.statusCode, copy.json().message]).toEqual([401, 'This passkey is not recognized']);
  });

  it('can be renamed and removed only by its owner', async () => {
    const key = await ownKey();
    const [{ id }] = await listed(fan);
    const path = `/api/user/passkeys/${id}`;
    expect((await bystander.patch(path, { name: 'Mine' })).statusCode).toBe(404);
    expect((await bystander.delete(path)).statusCode).toBe(404);
    expect((await fan.patch(path, { name: ' Laptop ' })).json().name).toBe('Laptop');
    expect((await fan.delete(path)).statusCode).toBe(204);
    expect((await signInWith(key.get(await challenge()))).statusCode).toBe(401);
    expect(await listed(fan)).toEqual([]);
  });

  it('signs in while passwords are throttled, and a minute after too many challenge requests', async () => {
    const key = await ownKey();
    for (let n = 0; n < 6; n += 1)
      await test.visitor.post('/api/auth/login', { email: fan.email, password: 'wrong' });
    await expect(signIn(callerOf(test.app, fan))).rejects.toThrow('429');
    expect((await signInWith(key.get(await challenge()))).statusCode).toBe(200);
    const requestChallenge = async () =>
      (await test.visitor.post('/api/auth/passkey/options')).statusCode;
    let last = await requestChallenge();
    for (let n = 0; n < 200 && last === 200; n += 1) last = await requestChallenge();
    expect(last).toBe(429);
    test.clock.now += MINUTE;
    expect((await signInWith(key.get(await challenge()))).statusCode).toBe(200);
  });

  it('is removed when the password is reset by link', async () => {
    const key = await ownKey();
    await test.visitor.post('/api/auth/forgot-password', { email: fan.email });
    const token = await test.mailbox.tokenFor(fan.email);
    await device().post('/api/auth/reset-password', { token, newPassword: 'a better one' });
    expect((await signInWith(key.get(await challenge()))).statusCode).toBe(401);
  });

  it.each([{}, { id: 'x' }, null])('rejects the malformed credential %j', async (body) => {
    expect((await signInWith(body as object)).statusCode).toBe(400);
  });
});
