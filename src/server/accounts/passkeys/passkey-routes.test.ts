import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { MINUTE } from '#contract/durations.ts';
import { createAuthenticator } from '../../../../tests/support/authenticator.ts';
import { createGate } from '../../../../tests/support/gate.ts';
import {
  type Caller,
  createCaller,
  openTestApp,
  signIn,
  type TestApp,
} from '../../../../tests/support/test-app.ts';

const SITE = 'https://calledit.example';

let app: TestApp;
let fan: Caller;
let bystander: Caller;
let fanCount = 0;
beforeAll(async () => {
  app = await openTestApp({ publicUrl: SITE });
  bystander = await app.signUp('Bystander');
});
afterAll(() => app.close());
beforeEach(async () => {
  fanCount += 1;
  fan = await app.signUp(`Fan ${fanCount}`);
});

const createDevice = () => createCaller(app.fastify, { email: '', password: '' });
const beginPasskey = async (caller = fan) =>
  (await caller.post('/api/user/passkeys/options', { currentPassword: fan.password })).json();
const addPasskey = async (key = createAuthenticator(SITE), caller = fan) =>
  caller.post('/api/user/passkeys', {
    name: 'Phone',
    credential: key.create(await beginPasskey(caller)),
  });
const requestChallenge = async () =>
  (await createDevice().post('/api/auth/passkey/options')).json();
const signInWith = (credential: object, caller = createDevice()) =>
  caller.post('/api/auth/passkey', { credential });
const listPasskeys = async (caller: Caller) =>
  (await caller.get('/api/user/credentials')).json().passkeys;

async function createPasskey() {
  const key = createAuthenticator(SITE);
  expect((await addPasskey(key)).statusCode).toBe(201);
  return key;
}

describe('a passkey', () => {
  it('signs its owner in and records its last use', async () => {
    const key = await createPasskey();
    const browser = createDevice();
    const response = await signInWith(key.get(await requestChallenge()), browser);
    expect([response.statusCode, response.json().id]).toEqual([200, fan.userId]);
    const now = new Date(app.clock.now).toISOString();
    expect(await listPasskeys(browser)).toEqual([
      { id: expect.any(String), name: 'Phone', createdAt: now, lastUsedAt: now },
    ]);
    expect(await listPasskeys(bystander)).toEqual([]);
  });

  it('is added once, with the password, to the fan’s own account', async () => {
    const wrongPassword = { currentPassword: 'wrong' };
    expect((await fan.post('/api/user/passkeys/options', wrongPassword)).statusCode).toBe(400);
    const key = createAuthenticator(SITE);
    const credential = key.create(await beginPasskey());
    const body = { name: 'Phone', credential };
    // The challenge belongs to the fan; another user's attempt uses it up.
    expect((await bystander.post('/api/user/passkeys', body)).statusCode).toBe(400);
    expect((await fan.post('/api/user/passkeys', body)).statusCode).toBe(400);
    expect((await addPasskey(key)).statusCode).toBe(201);
    expect((await addPasskey(key)).statusCode).toBe(409);
  });

  it('can answer a challenge only once, within five minutes', async () => {
    const key = await createPasskey();
    const credential = key.get(await requestChallenge());
    const statuses = [await signInWith(credential), await signInWith(credential)];
    expect(statuses.map(({ statusCode }) => statusCode)).toEqual([200, 401]);
    const lateCredential = key.get(await requestChallenge());
    app.clock.now += 5 * MINUTE;
    expect((await signInWith(lateCredential)).statusCode).toBe(401);
    expect((await signInWith(key.get(await beginPasskey()))).statusCode).toBe(401);
  });

  it('is rejected for another site, another key or an older counter', async () => {
    const key = await createPasskey();
    const unknownCredential = createAuthenticator(SITE).get(await requestChallenge());
    expect((await signInWith(unknownCredential)).statusCode).toBe(401);
    const { id } = key.get(await requestChallenge());
    expect((await signInWith({ ...unknownCredential, id, rawId: id })).statusCode).toBe(401);
    const otherSite = createAuthenticator('https://evil.example');
    expect((await addPasskey(otherSite)).statusCode).toBe(400);
    expect((await signInWith(key.get(await requestChallenge()))).statusCode).toBe(200);
    key.countFrom(0);
    const response = await signInWith(key.get(await requestChallenge()));
    expect([response.statusCode, response.json().message]).toEqual([
      401,
      'This passkey is not recognized',
    ]);
  });

  it('is rejected if its clone signs in between the check and the new session', async () => {
    const key = await createPasskey();
    const challenges = [await requestChallenge(), await requestChallenge()];
    const [credential = {}, cloneCredential = {}] = challenges.map((challenge) => {
      key.countFrom(5);
      return key.get(challenge);
    });
    const [checked, cloneSignedIn] = [createGate(), createGate()];
    const { db } = app.database;
    const originalTransaction = db.transaction.bind(db);
    const transaction = vi
      .spyOn(db, 'transaction')
      .mockImplementationOnce(async (work, ...args) => {
        checked.open();
        await cloneSignedIn.opened;
        return originalTransaction(work, ...args);
      });
    const firstSignIn = signInWith(credential);
    await checked.opened;
    expect((await signInWith(cloneCredential)).statusCode).toBe(200);
    cloneSignedIn.open();
    expect((await firstSignIn).statusCode).toBe(401);
    transaction.mockRestore();
  });

  it('can be renamed and removed only by its owner', async () => {
    const key = await createPasskey();
    const [{ id }] = await listPasskeys(fan);
    const path = `/api/user/passkeys/${id}`;
    expect((await bystander.patch(path, { name: 'Mine' })).statusCode).toBe(404);
    expect((await bystander.delete(path)).statusCode).toBe(404);
    expect((await fan.patch(path, { name: ' Laptop ' })).json().name).toBe('Laptop');
    expect((await fan.delete(path)).statusCode).toBe(204);
    expect((await signInWith(key.get(await requestChallenge()))).statusCode).toBe(401);
    expect(await listPasskeys(fan)).toEqual([]);
  });

  it('signs in while passwords are throttled, and again a minute after too many challenge requests', async () => {
    const key = await createPasskey();
    for (let n = 0; n < 6; n += 1)
      await app.visitor.post('/api/auth/login', { email: fan.email, password: 'wrong' });
    await expect(signIn(createCaller(app.fastify, fan))).rejects.toThrow('429');
    expect((await signInWith(key.get(await requestChallenge()))).statusCode).toBe(200);
    const requestStatus = async () =>
      (await app.visitor.post('/api/auth/passkey/options')).statusCode;
    let status = await requestStatus();
    for (let n = 0; n < 200 && status === 200; n += 1) status = await requestStatus();
    expect(status).toBe(429);
    app.clock.now += MINUTE;
    expect((await signInWith(key.get(await requestChallenge()))).statusCode).toBe(200);
  });

  it('is removed when the password is reset by link', async () => {
    const key = await createPasskey();
    await app.visitor.post('/api/auth/forgot-password', { email: fan.email });
    const token = await app.mailer.tokenFor(fan.email);
    await createDevice().post('/api/auth/reset-password', { token, newPassword: 'a better one' });
    expect((await signInWith(key.get(await requestChallenge()))).statusCode).toBe(401);
  });

  it.each([{}, { id: 'x' }, null])('rejects the malformed credential %j', async (body) => {
    expect((await signInWith(body as object)).statusCode).toBe(400);
  });
});
