import { expect, test } from 'vitest';
import type { Show } from '#contract/shows.ts';
import { currentShow } from './current-show.ts';

const NOW = Date.parse('2026-07-04T23:00:00Z');

const at = (name: string, hours: number, status: string) =>
  ({ name, status, date: new Date(NOW + hours * 3_600_000).toISOString() }) as Show;

test.each([
  ['nothing on an evening without a show', [at('tomorrow', 24, 'open')], undefined],
  ['what starts in the evening', [at('tomorrow', 24, 'open'), at('tonight', 9, 'open')], 'tonight'],
  ['what should have started', [at('late', -1, 'open'), at('tomorrow', 23, 'open')], 'late'],
  ['of two the nearer', [at('late', -13, 'open'), at('soon', 2, 'open')], 'soon'],
  ['not what should have started a day ago', [at('forgotten', -24, 'open')], undefined],
  ['what is live before all', [at('next', 0, 'open'), at('on', -4, 'live')], 'on'],
  [
    'of two that are live the earlier',
    [at('second', -1, 'live'), at('first', -2, 'live')],
    'first',
  ],
  ['not what is over', [at('matinee', -3, 'closed')], undefined],
])('%s', (_what, shows, name) => {
  expect(currentShow(shows, NOW)?.name).toBe(name);
});
