import { expect } from '@playwright/test';
import { openCard, openMyPredictions } from './support/cards.ts';
import { test } from './support/journey.ts';
import { playToTheEnd, predict } from './support/night.ts';
import { addShow, signUpFan } from './support/people.ts';

test('results tell how many others called the same', async ({ stage, admin, songs }) => {
  const [fan, rival] = [
    await signUpFan(stage.url, 'betony'),
    await signUpFan(stage.url, 'burdock'),
  ];
  const show = await addShow(admin, 'The Bold Call', 24 * 60);
  const [both, mine, missed] = songs;
  if (!both || !mine || !missed) throw new Error('The band has fewer than three songs');
  await predict(fan, show, [both, mine, missed]);
  await predict(rival, show, [both]);
  await playToTheEnd(admin, show, [mine, both]);
  const { page } = await openMyPredictions(stage, fan);
  await openCard(page, 'View Results', show.name);
  const calls = page.getByRole('region', { name: 'How likely was this?' }).getByRole('listitem');
  await expect(calls).toHaveText([
    `${mine.title}1 in 2 called it`,
    `${both.title}Everybody called it`,
  ]);
});
