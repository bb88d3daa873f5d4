import { expect, test } from 'vitest';
import { importQuery, sourceName } from './imports.ts';

test.each([
  ['songfish:kglw.net', 'kglw.net'],
  ['setlistfm', 'setlistfm'],
  ['my-songfish:a', 'my-songfish:a'],
  ['shows', null],
])('the source %s has the name %s', (source, name) => {
  expect(sourceName(source)).toBe(name);
});

const NAME_THE_SITE = { path: ['site'], message: 'Name the site, such as kglw.net' };
const SET_BOTH = {
  path: ['zone'],
  message: 'Set both the default start time and its time zone, or neither',
};

test.each([
  [{ kind: 'songfish', site: 'kglw.net' }, []],
  [{ kind: 'songfish' }, [NAME_THE_SITE]],
  [{ kind: 'setlistfm' }, []],
  [{ kind: 'shows', start: '19:30', zone: 'Europe/Dublin' }, []],
  [{ kind: 'shows', start: '19:30' }, [SET_BOTH]],
  [{ kind: 'shows', start: '19:30', zone: ' ' }, [SET_BOTH]],
  [{ kind: 'shows', zone: 'Europe/Dublin' }, [SET_BOTH]],
])('checks the import %j with the issues %j', (query, issues) => {
  const found = importQuery.safeParse(query).error?.issues ?? [];
  expect(found.map(({ path, message }) => ({ path, message }))).toEqual(issues);
});
