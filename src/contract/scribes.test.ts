import { expect, test } from 'vitest';
import { hasScribes, inviteScribe } from './scribes.ts';
import { SHOW_STATUSES } from './shows.ts';

test('shows have scribes until they close, and not while they are cancelled', () => {
  expect(SHOW_STATUSES.filter((status) => hasScribes({ status }))).toEqual([
    'open',
    'live',
    'postponed',
  ]);
});

test('an invitation is for a show or for a tour', () => {
  const showId = '5a1c3d1e-0000-4000-8000-000000000000';
  const isValid = (body: object) => inviteScribe.body.safeParse(body).success;
  expect([{ showId }, { tourName: 'Spring' }].map(isValid)).toEqual([true, true]);
  expect([{}, { showId, tourName: 'Spring' }, { tourName: ' ' }].map(isValid)).toEqual([
    false,
    false,
    false,
  ]);
});
