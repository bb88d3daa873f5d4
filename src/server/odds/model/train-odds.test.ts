import { expect, it } from 'vitest';
import { generateArchive, ROTATING } from '../../../../tests/support/generated-archive.ts';
import { trainOdds, trainShowByShow } from './train-odds.ts';

const played = generateArchive(ROTATING, 30);
const createTarget = (id: string, playedBefore: number) => ({
  ...{ id, playedBefore },
  ...{ date: '2002-01-05', venue: 'Hall', city: 'Town 1', state: null },
});

it('forecasts each target from only the shows before it', () => {
  const targets = [
    createTarget('now', 30),
    createTarget('earlier', 20),
    createTarget('also-now', 30),
    createTarget('first', 0),
  ];
  const trained = trainShowByShow({ played, targets });
  const [now, earlier, , first] = targets;
  expect(trained.map(({ chances }) => [...chances.keys()])).toEqual([
    ['now', 'also-now'],
    ['earlier'],
    ['first'],
  ]);
  const separatelyTrained =
    earlier && trainOdds({ played: played.slice(0, 20), targets: [earlier] });
  expect(trained[1]).toEqual(separatelyTrained);
  expect(trained[0]).toEqual(
    trainOdds({ played, targets: now ? [now, createTarget('also-now', 30)] : [] }),
  );
  expect(trained[2]?.chances.get(first?.id ?? '')).toHaveLength(0);
});

it('trains for at most three different histories', () => {
  const targets = [20, 19, 18, 17].map((count) => createTarget(`${count}`, count));
  expect(
    trainShowByShow({ played, targets }).flatMap(({ chances }) => [...chances.keys()]),
  ).toEqual(['20', '19', '18']);
});
