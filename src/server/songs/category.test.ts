import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../../tests/support/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test.close());

it.each([null, '', '  '])('a song without a category (%j) gets the default', async (category) => {
  const title = `Ember ${JSON.stringify(category)}`;
  const answer = await test.admin.post('/api/songs', { title, category });
  expect([answer.statusCode, answer.json().category]).toEqual([201, 'studio']);
  const change = async (body: object) =>
    (await test.admin.patch(`/api/songs/${answer.json().id}`, body)).json().category;
  expect(await change({ category: 'cover' })).toBe('cover');
  expect(await change({ rarity: 'rare' })).toBe('cover');
  expect(await change({ category })).toBe('studio');
});
