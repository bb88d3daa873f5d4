import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as contract from '#contract/api-tokens.ts';
import { DAY, HOUR, MINUTE } from '#contract/durations.ts';
import { API_TOKEN_SCOPES, type ApiTokenScope } from '#contract/token-scopes.ts';
import { apiTokens } from '#server/db/schema/api-tokens.ts';
import { makeScribe } from '../../../../tests/support/make-scribe.ts';
import { type Caller, openTestApp, type TestApp } from '../../../../tests/support/test-app.ts';
import { planTour, type Tour } from '../../../../tests/support/tour.ts';

const ALL = [...API_TOKEN_SCOPES];

let app: TestApp;
let tour: Tour;
let fan: Caller;
let bystander: Caller;
let bystanderToken: string;
let songIds: string[];
beforeAll(async () => {
  app = await openTestApp();
  tour = planTour(app);
  fan = await app.signUp('marigold');
  bystander = await app.signUp('juniper');
  bystanderToken = await createToken(bystander, ALL);
  songIds = await tour.addSongs('Lantern Street', 'Two Rivers');
});
afterAll(() => app.close());

async function createToken(
  owner: Caller,
  scopes: ApiTokenScope[],
  lifetimeDays = 30,
): Promise<string> {
  await owner.post('/api/auth/confirm', { password: owner.password });
  const response = await owner.post('/api/user/tokens', { name: 'Bot', scopes, lifetimeDays });
  expect(response.statusCode).toBe(201);
  return response.json().token;
}

function createBot(token: string) {
  const headers = { authorization: `Bearer ${token}` };
  return {
    get: (url: string) => app.visitor.get(url, headers),
    post: (url: string, body: unknown) => app.visitor.post(url, body, headers),
    delete: (url: string) => app.visitor.delete(url, headers),
  };
}

async function readStatus(response: Promise<{ statusCode: number; json(): { message?: string } }>) {
  const { statusCode, json } = await response;
  return [statusCode, json().message];
}

describe('a token', () => {
  it('acts as its owner within its scopes', async () => {
    const showId = await tour.addShow();
    const bot = createBot(await createToken(fan, ['read', 'predict']));
    expect((await bot.post('/api/predictions', { showId, songIds })).statusCode).toBe(201);
    const [prediction] = (await bot.get('/api/predictions/my-predictions')).json();
    expect(prediction.showId).toBe(showId);
    expect((await fan.get(`/api/predictions/${prediction.id}`)).statusCode).toBe(200);
    const bystanderPredictions = await createBot(bystanderToken).get(
      '/api/predictions/my-predictions',
    );
    expect(bystanderPredictions.json()).toEqual([]);
  });

  it('is rejected without the required scope, and changes nothing', async () => {
    const showId = await tour.addShow();
    const reader = createBot(await createToken(fan, ['read']));
    expect(await readStatus(reader.post('/api/predictions', { showId, songIds }))).toEqual([
      403,
      "This API token doesn't have the scope 'predict'",
    ]);
    const writer = createBot(await createToken(fan, ['predict']));
    expect(await readStatus(writer.get('/api/shows'))).toEqual([
      403,
      contract.formatMissingScope('read'),
    ]);
    const ownPredictions = (await fan.get('/api/predictions/my-predictions')).json();
    expect(ownPredictions.map((prediction: { showId: string }) => prediction.showId)).not.toContain(
      showId,
    );
  });

  it("can't access the account or endpoints for administrators", async () => {
    const showId = await tour.addShow();
    const bot = createBot(await createToken(app.admin, ALL));
    const rejections = [
      bot.get('/api/user/tokens'),
      bot.get('/api/user/sessions'),
      bot.get('/api/admin/users'),
      bot.get('/api/admin/exports/users.csv'),
      bot.post('/api/user/tokens', { name: 'Another', scopes: ['read'], lifetimeDays: 7 }),
      bot.post('/api/auth/logout', {}),
      bot.post('/api/songs', { title: 'A new song' }),
      bot.delete(`/api/shows/${showId}`),
    ];
    for (const response of await Promise.all(rejections.map(readStatus)))
      expect(response).toEqual([403, contract.TOKEN_NOT_ALLOWED]);
    expect((await app.admin.get(`/api/shows/${showId}`)).statusCode).toBe(200);
  });

  it("never has its owner's role as an administrator", async () => {
    const showId = await tour.addShow();
    const [songId = ''] = songIds;
    const bot = createBot(await createToken(app.admin, ALL));
    const addToSetlist = bot.post(`/api/shows/${showId}/setlist`, { songId });
    expect((await addToSetlist).statusCode).toBe(403);
    expect((await app.admin.post(`/api/shows/${showId}/setlist`, { songId })).statusCode).toBe(201);
    // Fans don't see the setlist before predictions lock.
    expect((await bot.get(`/api/shows/${showId}/setlist`)).json()).toEqual([]);
    expect((await app.admin.get(`/api/shows/${showId}/setlist`)).json()).toHaveLength(1);
  });

  it('edits a setlist only if its owner may', async () => {
    const showId = await tour.addShow();
    const otherId = await tour.addShow();
    const scribe = await app.signUp('notebook');
    await makeScribe(app, scribe, { showId });
    for (const id of [showId, otherId]) await tour.setStatus(id, 'live');
    const [songId = ''] = songIds;
    const addToSetlist = (token: string, id: string) =>
      createBot(token).post(`/api/shows/${id}/setlist`, { songId });
    const token = await createToken(scribe, ['scribe']);
    expect((await addToSetlist(token, showId)).statusCode).toBe(201);
    expect((await addToSetlist(token, otherId)).statusCode).toBe(403);
    expect((await addToSetlist(bystanderToken, showId)).statusCode).toBe(403);
  });

  it('is rejected if it is wrong, malformed or sent together with a cookie', async () => {
    const token = await createToken(fan, ['read']);
    const requestWithBoth = fan.get('/api/shows', { authorization: `Bearer ${token}` });
    expect(await readStatus(requestWithBoth)).toEqual([400, contract.TOKEN_AND_SESSION]);
    for (const wrong of [`${token}x`, token.slice(0, -1), 'calledit_'])
      expect(await readStatus(createBot(wrong).get('/api/shows'))).toEqual([
        401,
        contract.TOKEN_IS_INVALID,
      ]);
    expect((await createBot('calledit_').get('/api/band')).statusCode).toBe(401);
    const viaProxy = fan.get('/api/shows', { authorization: 'Basic bWVtYmVyOm1lbWJlcg==' });
    expect((await viaProxy).statusCode).toBe(200);
    expect((await createBot(token).get('/api/band')).statusCode).toBe(200);
  });

  it('can make 1,000 requests a minute without affecting other clients', async () => {
    const bot = createBot(await createToken(fan, ['read']));
    for (let n = 0; n < contract.TOKEN_CALLS_PER_MINUTE; n += 1) await bot.get('/api/band');
    expect((await bot.get('/api/band')).statusCode).toBe(429);
    expect((await createBot(bystanderToken).get('/api/band')).statusCode).toBe(200);
    app.clock.now += MINUTE;
    expect((await bot.get('/api/band')).statusCode).toBe(200);
  });
});

describe('the list of tokens', () => {
  it('shows the hour when each token was last used, but neither tokens nor hashes', async () => {
    const owner = await app.signUp('sorrel');
    const bot = createBot(await createToken(owner, ['read', 'scribe']));
    const list = async () => (await owner.get('/api/user/tokens')).json();
    expect(await list()).toEqual([
      {
        id: expect.any(String),
        name: 'Bot',
        scopes: ['read', 'scribe'],
        createdAt: new Date(app.clock.now).toISOString(),
        expiresAt: new Date(app.clock.now + 30 * DAY).toISOString(),
        lastUsedAt: null,
      },
    ]);
    const usedAt = new Date(app.clock.now).toISOString();
    await bot.get('/api/shows');
    app.clock.now += HOUR - 1;
    await bot.get('/api/shows');
    expect((await list())[0].lastUsedAt).toBe(usedAt);
    app.clock.now += 1;
    await bot.get('/api/shows');
    expect((await list())[0].lastUsedAt).toBe(new Date(app.clock.now).toISOString());
  });

  it('requires a fresh sign-in to add a token', async () => {
    app.clock.now += HOUR;
    const body = { name: 'Bot', scopes: ['read'], lifetimeDays: 7 };
    const response = await fan.post('/api/user/tokens', body);
    expect([response.statusCode, response.json().code]).toEqual([403, 'fresh-sign-in']);
  });

  it('contains at most twenty tokens, even after parallel requests, and drops expired ones', async () => {
    const owner = await app.signUp('yarrow');
    const body = { name: 'Bot', scopes: ['read'], lifetimeDays: 7 };
    const responses = await Promise.all(
      Array.from({ length: contract.MAX_API_TOKENS + 5 }, () =>
        owner.post('/api/user/tokens', body),
      ),
    );
    const createdTokens = responses.filter(({ statusCode }) => statusCode === 201);
    expect(createdTokens).toHaveLength(contract.MAX_API_TOKENS);
    expect(await readStatus(owner.post('/api/user/tokens', body))).toEqual([
      409,
      contract.TOO_MANY_TOKENS,
    ]);
    const { db } = app.database;
    await db
      .update(apiTokens)
      .set({ expiresAt: new Date(app.clock.now), createdAt: new Date(app.clock.now - 1) })
      .where(eq(apiTokens.id, createdTokens[0]?.json().id));
    expect((await owner.post('/api/user/tokens', body)).statusCode).toBe(201);
  });
});

describe('a token stops working', () => {
  it('when its owner revokes it, but not when another fan tries to', async () => {
    const token = await createToken(fan, ['read']);
    const [{ id }] = (await fan.get('/api/user/tokens')).json();
    expect((await bystander.delete(`/api/user/tokens/${id}`)).statusCode).toBe(404);
    expect((await createBot(token).get('/api/shows')).statusCode).toBe(200);
    expect((await fan.delete(`/api/user/tokens/${id}`)).statusCode).toBe(204);
    expect((await createBot(token).get('/api/shows')).statusCode).toBe(401);
    expect((await createBot(bystanderToken).get('/api/shows')).statusCode).toBe(200);
  });

  it('when its owner changes the password or an administrator ends their sessions', async () => {
    const owner = await app.signUp('thistle');
    const firstBot = createBot(await createToken(owner, ['read']));
    const passwords = { currentPassword: owner.password, newPassword: 'a much longer one' };
    expect((await owner.patch('/api/user/password', passwords)).statusCode).toBe(200);
    expect((await firstBot.get('/api/shows')).statusCode).toBe(401);
    const otherOwner = await app.signUp('clover');
    const secondBot = createBot(await createToken(otherOwner, ['read']));
    await app.admin.post('/api/auth/confirm', { password: app.admin.password });
    const ended = await app.admin.delete(`/api/admin/users/${otherOwner.userId}/sessions`);
    expect(ended.statusCode).toBeLessThan(300);
    expect((await secondBot.get('/api/shows')).statusCode).toBe(401);
    expect((await createBot(bystanderToken).get('/api/shows')).statusCode).toBe(200);
  });

  // Last, because the sessions expire too.
  it('when it expires', async () => {
    const bot = createBot(await createToken(fan, ['read'], 7));
    app.clock.now += 7 * DAY - 1;
    expect((await bot.get('/api/shows')).statusCode).toBe(200);
    app.clock.now += 1;
    expect((await bot.get('/api/shows')).statusCode).toBe(401);
    expect((await createBot(bystanderToken).get('/api/shows')).statusCode).toBe(200);
  });
});
