import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DAY } from './durations.ts';
import { findRuns } from './runs.ts';

interface NamedShow {
  id: string;
  venue: string | null;
  city: string;
  day: string;
}

const show = (id: string, day: string, venue: string | null = 'Barn', city = 'Ghent') => ({
  ...{ id, venue, city, day },
});
const listIds = (shows: readonly NamedShow[]) =>
  findRuns(shows).map((run) => run.map(({ id }) => id).join(''));

test.each([
  ['two nights', ['a 2026-03-01', 'b 2026-03-02'], ['ab']],
  ['nights across a month', ['a 2026-02-28', 'b 2026-03-01'], ['ab']],
  ['two shows on one day', ['a 2026-03-01', 'b 2026-03-01', 'c 2026-03-02'], ['abc']],
  ['one night', ['a 2026-03-01'], []],
  ['a night off', ['a 2026-03-01', 'b 2026-03-02', 'c 2026-03-04', 'd 2026-03-05'], ['cd', 'ab']],
  ['two nights with another venue between', ['a 2026-03-01', 'b 2026-03-03'], []],
])('finds %s', (_, lines, runs) => {
  const shows = lines.map((line) => show(line.slice(0, 1), line.slice(2)));
  expect(listIds(shows)).toEqual(runs);
  expect(listIds(shows.toReversed()).map((run) => run.length)).toEqual(
    runs.map(({ length }) => length),
  );
});

test('joins only shows at one venue in one city, regardless of how their names are written', () => {
  const [first, second] = ['2026-03-01', '2026-03-02'];
  expect(listIds([show('a', first), show('b', second, 'BARN')])).toEqual(['ab']);
  expect(listIds([show('a', first), show('b', second, 'Attic')])).toEqual([]);
  expect(listIds([show('a', first), show('b', second, 'Barn', 'Bruges')])).toEqual([]);
  expect(listIds([show('a', first, null), show('b', second, null)])).toEqual([]);
});

const shows = fc
  .array(
    fc.record({
      venue: fc.constantFrom('Barn', 'Attic', null),
      city: fc.constantFrom('Ghent', 'Bruges'),
      day: fc.integer({ min: 0, max: 20 }),
    }),
    { maxLength: 30 },
  )
  .map((rows) =>
    rows.map(({ day, ...place }, index) => ({
      ...place,
      id: String(index),
      day: new Date(Date.UTC(2026, 1, 20) + day * DAY).toISOString().slice(0, 10),
    })),
  );
const isNeighbor = (a: NamedShow, b: NamedShow) =>
  a.venue !== null &&
  a.venue === b.venue &&
  a.city === b.city &&
  Math.abs(Date.parse(a.day) - Date.parse(b.day)) <= DAY;

test('puts two shows into one run if and only if a chain of neighbors links them', () => {
  fc.assert(
    fc.property(shows, (all) => {
      const runs = findRuns(all);
      for (const start of all) {
        const chain = new Set([start]);
        for (const member of chain)
          for (const other of all) if (isNeighbor(member, other)) chain.add(other);
        const run = runs.find((candidate) => candidate.includes(start)) ?? [start];
        expect(new Set(run)).toEqual(chain);
      }
    }),
  );
});

test('lists runs by their last days, and the days of a run in order', () => {
  fc.assert(
    fc.property(shows, (all) => {
      const days = findRuns(all).map((run) => run.map(({ day }) => day));
      for (const run of days) expect(run).toEqual(run.toSorted());
      const lastDays = days.map((run) => run.at(-1));
      expect(lastDays).toEqual(lastDays.toSorted().reverse());
    }),
  );
});
