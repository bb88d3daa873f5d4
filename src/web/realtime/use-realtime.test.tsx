import { act, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { getCurrentUser } from '#contract/accounts.ts';
import { SESSION_ENDED_CODE } from '#contract/realtime.ts';
import { FAN } from '../../../tests/support/site-samples.ts';
import { testSite } from '../../../tests/support/test-site.tsx';

test('shows the sign-in when the session was ended elsewhere', async () => {
  const site = testSite();
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
  await site.openWhole('/my-predictions', FAN);
  screen.getByText('No predictions yet');
  site.refuse(getCurrentUser, 'Please sign in', 401);
  await act(async () => sockets.at(-1)?.onclose?.({ code: SESSION_ENDED_CODE }));
  await screen.findByRole('heading', { name: 'Sign In' });
  expect(screen.queryByText('No predictions yet')).toBeNull();
});
