import { useRef, useState } from 'react';
import { createShare, getShare, revokeShare, type Share, updateShare } from '#contract/shares.ts';
import { call } from '#web/http/call.ts';
import { sentenceOf } from '#web/http/http-error.ts';
import { queryClient } from '#web/http/query-client.ts';
import { queryFor } from '#web/http/query-for.ts';
import { toast } from '#web/ui/toast.ts';

/** What one does to the public link of a prediction, one at a time, each with its toast. */
export function useShareChange(predictionId: string) {
  const params = { id: predictionId };
  const { queryKey } = queryFor(getShare, { params });
  const [pending, setPending] = useState<'create' | 'update' | 'revoke' | null>(null);
  // The second of two taps comes before the button is drawn as disabled.
  const isRunning = useRef(false);

  async function run(
    what: NonNullable<typeof pending>,
    change: () => Promise<Share | undefined>,
    words: { done: string; failed: string },
  ): Promise<void> {
    if (isRunning.current) return;
    isRunning.current = true;
    setPending(what);
    try {
      queryClient.setQueryData(queryKey, (await change()) ?? null);
      toast({ title: 'Success', description: words.done });
    } catch (error) {
      const description = sentenceOf(error, words.failed);
      toast({ title: 'Error', description, variant: 'destructive' });
      // It may have been changed on another device.
      await queryClient.invalidateQueries({ queryKey });
    }
    isRunning.current = false;
    setPending(null);
  }

  return {
    pending,
    create: () =>
      run('create', () => call(createShare, { params }), {
        done: 'Your public link is ready',
        failed: 'Failed to make the link',
      }),
    showSongsEarly: (showsSongsEarly: boolean) =>
      run('update', () => call(updateShare, { params, body: { showsSongsEarly } }), {
        done: showsSongsEarly ? 'The link shows your songs now' : 'Your songs stay secret',
        failed: 'Failed to change the link',
      }),
    revoke: () =>
      run('revoke', () => call(revokeShare, { params }), {
        done: 'The link leads nowhere now',
        failed: 'Failed to revoke the link',
      }),
  };
}
