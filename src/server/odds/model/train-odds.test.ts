import { expect, it } from 'vitest';
import { generateArchive, ROTATING } from '../../../../tests/support/generated-archive.ts';
import { trainOdds, trainShowByShow } from './train-odds.ts';

const played = generateArchive(ROTATING, 30);
const target = (id: string, playedBefore: number) => ({
  ...{ id, playedBefore },
  ...{ date: '2002-01-05', venue: 'Hall', city: 'Town 1', state: null },
});

it('forecasts each target from only the shows before it', () => {
  const targets = [target('now', 30), target('earlier', 20), target('too', 30), target('first', 0)];
  const trained = trainShowByShow({ played, targets });
  const [now, earlier, , first] = targets;
  expect(trained.map(({ chances }) => [...chances.keys()])).toEqual([
    ['now', 'too'],
    ['earlier'],
    ['first'],
  ]);
  const separatelyTrained =
    earlier && trainOdds({ played: played.slice(0, 20), targets: [earlier] });
  expect(trained[1]).toEqual(separatelyTrained);
  expect(trained[0]).toEqual(trainOdds({ played, targets: now ? [now, target('too', 30)] : [] }));
  expect(trained[2]?.chances.get(first?.id ?? '')).toHaveLength(0);
});

it('trains for at most three different histories', () => {
  const targets = [20, 19, 18, 17].map((count) => target(`${count}`, count));
  expect(
    trainShowByShow({ played, targets }).flatMap(({ chances }) => [...chances.keys()]),
  ).toEqual(['20', '19', '18']);
});
