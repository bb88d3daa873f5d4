import { expect, test } from 'vitest';
import { hidesShow } from './spoilers.ts';

const SINCE = '2031-05-08T12:00:00.000Z';
const on = { spoilersHiddenSince: SINCE, revealedShowIds: ['seen'] };
const off = { spoilersHiddenSince: null, revealedShowIds: [] };
const live = { id: 'show', status: 'live', date: '2031-05-09T23:30:00.000Z' };

test.each([
  ['a live show', on, live, true],
  ['a live show that started long before', on, { ...live, date: '2031-05-01T00:00:00Z' }, true],
  ['a show that is over', on, { ...live, status: 'closed' }, true],
  ['last night’s show', on, { ...live, status: 'closed', date: '2031-05-07T23:30:00Z' }, true],
  ['an older show', on, { ...live, status: 'closed', date: '2031-05-06T23:30:00Z' }, false],
  ['a show that the fan revealed', on, { ...live, id: 'seen' }, false],
  ['an open show', on, { ...live, status: 'open' }, false],
  ['a cancelled show', on, { ...live, status: 'cancelled' }, false],
  ['a live show without the setting', off, live, false],
])('decides whether to hide %s', (_name, settings, show, isHidden) => {
  expect(hidesShow(settings, show)).toBe(isHidden);
});
