import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../tests/support/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

test.each([null, '', '  '])('a song without a category (%j) gets the default', async (category) => {
  const title = `Ember ${JSON.stringify(category)}`;
  const response = await app.admin.post('/api/songs', { title, category });
  expect([response.statusCode, response.json().category]).toEqual([201, 'studio']);
  const change = async (body: object) =>
    (await app.admin.patch(`/api/songs/${response.json().id}`, body)).json().category;
  expect(await change({ category: 'cover' })).toBe('cover');
  expect(await change({ rarity: 'rare' })).toBe('cover');
  expect(await change({ category })).toBe('studio');
});
