import { useQueryClient } from '@tanstack/react-query';
import { createShare, getShare, revokeShare, type Share, updateShare } from '#contract/shares.ts';
import { mutationFor, useMutation } from '#web/http/mutation-for.ts';
import { queryFor } from '#web/http/query-for.ts';

/** What one does to the public link of a prediction, one after the other, each with its toast. */
export function useShareChange(predictionId: string) {
  const params = { id: predictionId };
  const queryClient = useQueryClient();
  const remember = (share: Share | null) =>
    queryClient.setQueryData(queryFor(getShare, { params }).queryKey, share);
  const scope = { id: `share ${predictionId}` };
  const create = useMutation(
    mutationFor(createShare, {
      scope,
      done: 'Your public link is ready',
      failed: 'Failed to make the link',
      onSuccess: remember,
    }),
  );
  const update = useMutation(
    mutationFor(updateShare, {
      scope,
      done: ({ showsSongsEarly }) =>
        showsSongsEarly ? 'The link shows your songs now' : 'Your songs stay secret',
      failed: 'Failed to change the link',
      onSuccess: remember,
    }),
  );
  const revoke = useMutation(
    mutationFor(revokeShare, {
      scope,
      done: 'The link leads nowhere now',
      failed: 'Failed to revoke the link',
      onSuccess: () => remember(null),
    }),
  );
  return {
    isCreating: create.isPending,
    isRevoking: revoke.isPending,
    /** What was asked for last, until it is so. */
    wantsSongsEarly: update.isPending ? update.variables.body.showsSongsEarly : undefined,
    create: () => create.mutate({ params }),
    showSongsEarly: (showsSongsEarly: boolean) =>
      update.mutate({ params, body: { showsSongsEarly } }),
    revoke: () => revoke.mutate({ params }),
  };
}
