import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderHook } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { refetch } from '#web/http/refetch.ts';
import { useImageFile } from './use-card-image.ts';

test('fetches the image again after its content changes, but not after a setlist changes', async () => {
  const fetchMock = vi.fn(async () => new Response('image'));
  vi.stubGlobal('fetch', fetchMock);
  onTestFinished(() => void vi.unstubAllGlobals());
  const client = new QueryClient();
  const { result, rerender } = renderHook(
    (content: string) => useImageFile({ url: '/card.png', name: 'card', content }),
    {
      initialProps: 'before',
      wrapper: ({ children }) => (
        <QueryClientProvider client={client}>{children}</QueryClientProvider>
      ),
    },
  );
  await vi.waitFor(() => expect(result.current.isSuccess).toBe(true));
  await refetch(client, [{ topic: 'setlist', subjectId: null, version: 0 }]);
  expect(fetchMock).toHaveBeenCalledTimes(1);
  rerender('after');
  await vi.waitFor(() => expect(fetchMock).toHaveBeenCalledTimes(2));
});
