import { expect, it } from 'vitest';
import { generateArchive, ROTATING } from '../../../../tests/support/generated-archive.ts';
import { trainOdds, trainShowByShow } from './train-odds.ts';

const played = generateArchive(ROTATING, 30);
const night = (id: string, playedBefore: number) => ({
  ...{ id, playedBefore },
  ...{ date: '2002-01-05', venue: 'Hall', city: 'Town 1', state: null },
});

it('forecasts each night from the shows before it only', () => {
  const nights = [night('now', 30), night('earlier', 20), night('too', 30), night('first', 0)];
  const trained = trainShowByShow({ played, nights });
  const [now, earlier, , first] = nights;
  expect(trained.map(({ chances }) => [...chances.keys()])).toEqual([
    ['now', 'too'],
    ['earlier'],
    ['first'],
  ]);
  const alone = earlier && trainOdds({ played: played.slice(0, 20), nights: [earlier] });
  expect(trained[1]).toEqual(alone);
  expect(trained[0]).toEqual(trainOdds({ played, nights: now ? [now, night('too', 30)] : [] }));
  expect(trained[2]?.chances.get(first?.id ?? '')).toHaveLength(0);
});

it('trains for at most three different histories', () => {
  const nights = [20, 19, 18, 17].map((count) => night(`${count}`, count));
  expect(trainShowByShow({ played, nights }).flatMap(({ chances }) => [...chances.keys()])).toEqual(
    ['20', '19', '18'],
  );
});
