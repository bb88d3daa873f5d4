import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Caller, openTestApp, type TestApp } from '../../../tests/support/test-app.ts';

let app: TestApp;
let fan: Caller;
beforeAll(async () => {
  app = await openTestApp();
  fan = await app.signUp('Front Row');
});
afterAll(() => app.close());

const expectedError = {
  statusCode: 400,
  message: 'The text contains a character that cannot be stored',
};
const predict = (body: object) => fan.post('/api/predictions', { showId: randomUUID(), ...body });

it.each([
  ['a query', () => fan.get('/api/forums/threads?category=%00')],
  ['a query parameter name', () => fan.get('/api/forums/threads?%00=x')],
  ['a string', () => fan.patch('/api/user/profile', { homeVenue: 'a\u0000' })],
  ['a list', () => predict({ songIds: [randomUUID(), '\u0000'] })],
  ['a nested list', () => predict({ songIds: [['\ud83c']] })],
  ['a property name', () => fan.patch('/api/user/profile', { homeVenue: 'Barn', '\u0000': 1 })],
  ['a nested property name', () => predict({ songIds: [], more: { deep: { 'x\ud83c': null } } })],
])('rejects unstorable text in %s', async (_, send) => {
  const response = await send();
  expect(response.json()).toMatchObject(expectedError);
  expect((await fan.get('/api/auth/user')).json().homeVenue).toBeNull();
});
