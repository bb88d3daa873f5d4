import { expect, test } from 'vitest';
import type { Show } from '#contract/shows.ts';
import { findCurrentShow } from './find-current-show.ts';

const NOW = Date.parse('2026-07-04T23:00:00Z');

const show = (name: string, hours: number, status: string) =>
  ({ name, status, date: new Date(NOW + hours * 3_600_000).toISOString() }) as Show;

test.each([
  ['no show on a day without one', [show('tomorrow', 24, 'open')], undefined],
  ["tonight's show", [show('tomorrow', 24, 'open'), show('tonight', 9, 'open')], 'tonight'],
  ['a show past its start time', [show('late', -1, 'open'), show('tomorrow', 23, 'open')], 'late'],
  ['the nearer of two shows', [show('late', -13, 'open'), show('soon', 2, 'open')], 'soon'],
  ['no show that should have started a day ago', [show('forgotten', -24, 'open')], undefined],
  ['a live show before any other', [show('next', 0, 'open'), show('on', -4, 'live')], 'on'],
  [
    'the earlier of two live shows',
    [show('second', -1, 'live'), show('first', -2, 'live')],
    'first',
  ],
  ['no closed show', [show('matinee', -3, 'closed')], undefined],
])('chooses %s', (_description, shows, name) => {
  expect(findCurrentShow(shows, NOW)?.name).toBe(name);
});
