import { act, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { getCurrentUser } from '#contract/accounts.ts';
import { SESSION_ENDED_CODE } from '#contract/realtime.ts';
import { listUpcomingShows } from '#contract/shows.ts';
import { FAN } from '../../../tests/support/site-samples.ts';
import { createTestSite } from '../../../tests/support/test-site.tsx';

test('shows the sign-in page when another device ends the session', async () => {
  const site = createTestSite();
  site.respond(listUpcomingShows, []);
  const sockets: { onclose?: (event: { code: number }) => void }[] = [];
  vi.stubGlobal(
    'WebSocket',
    class {
      onclose?: (event: { code: number }) => void;
      constructor() {
        sockets.push(this);
      }
      close() {}
    },
  );
  await site.openWithFrame('/my-predictions', FAN);
  screen.getByText('No predictions yet');
  site.reject(getCurrentUser, 'Please sign in', 401);
  await act(async () => sockets.at(-1)?.onclose?.({ code: SESSION_ENDED_CODE }));
  await screen.findByRole('heading', { name: 'Sign In' });
  expect(screen.queryByText('No predictions yet')).toBeNull();
});
