import { screen } from '@testing-library/react';
import { test } from 'vitest';
import { listShows } from '#contract/shows.ts';
import { FAN } from '../../../tests/support/site-samples.ts';
import { createTestSite } from '../../../tests/support/test-site.tsx';

test('shows an empty state without shows', async () => {
  const site = createTestSite();
  site.respond(listShows, []);
  await site.open('/shows', FAN);
  screen.getByText('No shows in the schedule yet. Check back soon!');
});
