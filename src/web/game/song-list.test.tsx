import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { getShow } from '#contract/shows.ts';
import { listSongs } from '#contract/songs.ts';
import { FAN, sampleShow, sampleSong } from '../../../tests/support/site-samples.ts';
import { createTestSite } from '../../../tests/support/test-site.tsx';

test('groups the songs of A to Z by letter, with a bar that jumps to a letter', async () => {
  const site = createTestSite();
  const show = sampleShow(3);
  site.respond(getShow, show);
  const songs = Array.from({ length: 42 }, (_, n) =>
    sampleSong(n, { title: `${n < 21 ? 'Ash' : 'Ember'} ${n}` }),
  );
  site.respond(listSongs, songs);
  await site.open(`/game?show=${show.id}`, FAN);
  const list = within(screen.getByRole('list', { name: 'Songs to choose from' }));
  expect(list.queryByRole('heading')).toBeNull();
  site.fill(screen.getByLabelText('Sort songs'), 'title');
  const bar = within(await screen.findByRole('toolbar', { name: 'Jump to letter' }));
  expect(list.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual(['A', 'E']);
  const [first, second] = bar.getAllByRole('button');
  expect([first?.tabIndex, second?.tabIndex]).toEqual([0, -1]);
  first?.focus();
  await site.user.keyboard('{ArrowRight}{Enter}');
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Add Ember 21');
  // The sheet's own buttons stay few tabs away.
  expect(list.getAllByRole('button').filter(({ tabIndex }) => tabIndex === 0)).toHaveLength(1);
  await site.user.keyboard('{Enter}');
  screen.getByRole('button', { name: 'Remove Ember 21' });
  site.fill(screen.getByPlaceholderText('Search songs...'), 'ember');
  await waitFor(() => expect(screen.queryByRole('toolbar')).toBeNull());
  expect(list.queryByRole('heading'), 'a search lists its best matches first').toBeNull();
});
