import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Caller, openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { planTour, type Tour } from '../../../tests/support/tour.ts';

let app: TestApp;
let tour: Tour;
let fan: Caller;
let otherFan: Caller;
let predictionId: string;
let url: string;

beforeAll(async () => {
  app = await openTestApp();
  tour = planTour(app);
  fan = await app.signUp('marigold');
  otherFan = await app.signUp('juniper');
  const songs = await tour.addSongs('Lantern Street', 'Two Rivers');
  predictionId = (await tour.predict(fan, await tour.addShow(), songs)).id;
  url = `/api/predictions/${predictionId}/share`;
});
afterAll(() => app.close());

describe("the link of the caller's prediction", () => {
  it('does not exist before it is created', async () => {
    const response = await fan.get(url);
    expect([response.statusCode, response.body]).toEqual([204, '']);
  });

  it('is created once and then stays the same', async () => {
    const createResponse = await fan.post(url);
    expect(createResponse.statusCode).toBe(201);
    expect(createResponse.json()).toEqual({
      url: expect.stringMatching(/^http:\/\/localhost(:\d+)?\/s\/[\w-]{22}$/),
      showsSongsEarly: false,
      createdAt: expect.stringMatching(/Z$/),
    });
    const secondResponse = await fan.post(url);
    expect([secondResponse.statusCode, secondResponse.json()]).toEqual([
      200,
      createResponse.json(),
    ]);
    expect((await fan.get(url)).json()).toEqual(createResponse.json());
  });

  it('is one link for simultaneous requests', async () => {
    const songs = await tour.addSongs('Copper');
    const { id } = await tour.predict(fan, await tour.addShow(), songs);
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => fan.post(`/api/predictions/${id}/share`)),
    );
    expect(new Set(responses.map((response) => response.json().url)).size).toBe(1);
    expect(responses.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1);
  });

  it('shows the songs early only if the owner allows it', async () => {
    const earlyResponse = await fan.patch(url, { showsSongsEarly: true });
    expect([earlyResponse.statusCode, earlyResponse.json().showsSongsEarly]).toEqual([200, true]);
    const lateResponse = await fan.patch(url, { showsSongsEarly: false });
    expect(lateResponse.json().showsSongsEarly).toBe(false);
  });

  it("ignores fields that can't be changed and rejects values other than true and false", async () => {
    const share = (await fan.get(url)).json();
    const readOnlyFields = {
      token: 'mine',
      createdAt: '2020-01-01T00:00:00Z',
      predictionId: randomUUID(),
    };
    const body = { showsSongsEarly: share.showsSongsEarly, ...readOnlyFields };
    expect((await fan.patch(url, body)).json()).toEqual(share);
    for (const showsSongsEarly of ['true', 1, null])
      expect((await fan.patch(url, { showsSongsEarly })).statusCode).toBe(400);
  });

  it('stops working when revoked, and the next link differs', async () => {
    const firstUrl = (await fan.post(url)).json().url;
    expect((await fan.delete(url)).statusCode).toBe(204);
    expect((await fan.get(url)).statusCode).toBe(204);
    expect((await fan.patch(url, { showsSongsEarly: true })).statusCode).toBe(404);
    expect((await fan.delete(url)).statusCode).toBe(204);
    const nextResponse = await fan.post(url);
    expect(nextResponse.statusCode).toBe(201);
    expect(nextResponse.json().url).not.toBe(firstUrl);
    expect(nextResponse.json().showsSongsEarly).toBe(false);
  });
});

describe("the link of another user's prediction", () => {
  const sendAll = (url: string) => (caller: Caller) =>
    Promise.all([
      caller.get(url),
      caller.post(url),
      caller.patch(url, { showsSongsEarly: true }),
      caller.delete(url),
    ]);

  it('returns 404 for everyone else, including administrators', async () => {
    for (const caller of [otherFan, app.admin])
      for (const response of await sendAll(url)(caller))
        expect([response.statusCode, response.json().message]).toEqual([
          404,
          'Prediction not found.',
        ]);
  });

  it('returns 404 for an unknown prediction', async () => {
    for (const id of [randomUUID(), 'nonsense'])
      for (const response of await sendAll(`/api/predictions/${id}/share`)(fan))
        expect(response.statusCode).toBe(404);
  });

  it('requires a session', async () => {
    for (const response of await sendAll(url)(app.visitor)) expect(response.statusCode).toBe(401);
  });

  it('is unchanged after those attempts', async () => {
    expect((await fan.get(url)).json().showsSongsEarly).toBe(false);
  });
});

it('is described in OpenAPI', async () => {
  const { paths } = (await app.visitor.get('/api/openapi.json')).json();
  expect(Object.keys(paths['/api/predictions/{id}/share'])).toEqual(
    expect.arrayContaining(['get', 'post', 'patch', 'delete']),
  );
  expect(Object.keys(paths).filter((path) => path.startsWith('/s'))).toEqual([]);
});
