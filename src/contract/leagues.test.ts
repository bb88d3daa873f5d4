import { expect, test } from 'vitest';
import { createLeagueBody, maxMembers, updateLeagueBody } from './leagues.ts';

const league = {
  name: 'Railriders',
  color: 'plum',
  isListed: false,
  startShowId: '0b7c3a52-6c1f-4a57-9d3e-0a1b2c3d4e5f',
};
const listIssues = (change: object) =>
  createLeagueBody.safeParse({ ...league, ...change }).error?.issues.map(({ message }) => message);

test('a private league has fewer members than a listed one', () => {
  expect([maxMembers({ isListed: false }), maxMembers({ isListed: true })]).toEqual([50, 5_000]);
});

test.each<[unknown, string[] | undefined]>([
  ['  Railriders  ', undefined],
  ['x'.repeat(60), undefined],
  ['x'.repeat(61), ['Name must be at most 60 characters']],
  [undefined, ['Enter a name']],
  [7, ['Must be text']],
  ['\u0301', ['Name must have a visible letter, digit or symbol']],
  ['Rail\u202eriders', ['Name contains invisible or control characters']],
])('validates the name %j with the issues %j', (name, issues) => {
  expect(listIssues({ name })).toEqual(issues);
});

test('rejects a color that is not on the list', () => {
  expect(listIssues({ color: 'gold' })).toEqual(['Choose a color']);
});

test('a change must name at least one field', () => {
  expect(updateLeagueBody.parse({ name: ' Riders ' })).toEqual({ name: 'Riders' });
  expect(updateLeagueBody.safeParse({ ownerId: 'me' }).success).toBe(false);
});
