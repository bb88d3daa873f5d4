import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Caller, openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { planTour, type Tour } from '../../../tests/support/tour.ts';

let server: TestApp;
let tour: Tour;
let fan: Caller;
let other: Caller;
let predictionId: string;
let address: string;

beforeAll(async () => {
  server = await openTestApp();
  tour = planTour(server);
  fan = await server.signUp('marigold');
  other = await server.signUp('juniper');
  const songs = await tour.songs('Lantern Street', 'Two Rivers');
  predictionId = (await tour.predict(fan, await tour.show(), songs)).id;
  address = `/api/predictions/${predictionId}/share`;
});
afterAll(() => server.close());

describe("the link of the caller's own prediction", () => {
  it('does not exist before it is created', async () => {
    const answer = await fan.get(address);
    expect([answer.statusCode, answer.body]).toEqual([204, '']);
  });

  it('is created once and then stays the same', async () => {
    const made = await fan.post(address);
    expect(made.statusCode).toBe(201);
    expect(made.json()).toEqual({
      url: expect.stringMatching(/^http:\/\/localhost(:\d+)?\/s\/[\w-]{22}$/),
      showsSongsEarly: false,
      createdAt: expect.stringMatching(/Z$/),
    });
    const again = await fan.post(address);
    expect([again.statusCode, again.json()]).toEqual([200, made.json()]);
    expect((await fan.get(address)).json()).toEqual(made.json());
  });

  it('is one link for simultaneous requests', async () => {
    const songs = await tour.songs('Copper');
    const { id } = await tour.predict(fan, await tour.show(), songs);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => fan.post(`/api/predictions/${id}/share`)),
    );
    expect(new Set(answers.map((answer) => answer.json().url)).size).toBe(1);
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1);
  });

  it('shows the songs early or not, as the owner chooses', async () => {
    const early = await fan.patch(address, { showsSongsEarly: true });
    expect([early.statusCode, early.json().showsSongsEarly]).toEqual([200, true]);
    const late = await fan.patch(address, { showsSongsEarly: false });
    expect(late.json().showsSongsEarly).toBe(false);
  });

  it("ignores fields that can't be changed and refuses values other than true and false", async () => {
    const before = (await fan.get(address)).json();
    const others = { token: 'mine', createdAt: '2020-01-01T00:00:00Z', predictionId: randomUUID() };
    const sent = { showsSongsEarly: before.showsSongsEarly, ...others };
    expect((await fan.patch(address, sent)).json()).toEqual(before);
    for (const showsSongsEarly of ['true', 1, null])
      expect((await fan.patch(address, { showsSongsEarly })).statusCode).toBe(400);
  });

  it('stops working when revoked, and the next one differs', async () => {
    const first = (await fan.post(address)).json().url;
    expect((await fan.delete(address)).statusCode).toBe(204);
    expect((await fan.get(address)).statusCode).toBe(204);
    expect((await fan.patch(address, { showsSongsEarly: true })).statusCode).toBe(404);
    expect((await fan.delete(address)).statusCode).toBe(204);
    const next = await fan.post(address);
    expect(next.statusCode).toBe(201);
    expect(next.json().url).not.toBe(first);
    expect(next.json().showsSongsEarly).toBe(false);
  });
});

describe("the link of another user's prediction", () => {
  const calls = (address: string) => (caller: Caller) =>
    Promise.all([
      caller.get(address),
      caller.post(address),
      caller.patch(address, { showsSongsEarly: true }),
      caller.delete(address),
    ]);

  it('is unknown to everyone else, including administrators', async () => {
    for (const caller of [other, server.admin])
      for (const answer of await calls(address)(caller))
        expect([answer.statusCode, answer.json().message]).toEqual([404, 'Prediction not found.']);
  });

  it('is unknown for an unknown prediction', async () => {
    for (const id of [randomUUID(), 'nonsense'])
      for (const answer of await calls(`/api/predictions/${id}/share`)(fan))
        expect(answer.statusCode).toBe(404);
  });

  it('requires a session', async () => {
    for (const answer of await calls(address)(server.visitor)) expect(answer.statusCode).toBe(401);
  });

  it('is left unchanged by those attempts', async () => {
    expect((await fan.get(address)).json().showsSongsEarly).toBe(false);
  });
});

it('is described in OpenAPI', async () => {
  const { paths } = (await server.visitor.get('/api/openapi.json')).json();
  expect(Object.keys(paths['/api/predictions/{id}/share'])).toEqual(
    expect.arrayContaining(['get', 'post', 'patch', 'delete']),
  );
  expect(Object.keys(paths).filter((path) => path.startsWith('/s'))).toEqual([]);
});
