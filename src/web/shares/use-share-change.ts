import { useQueryClient } from '@tanstack/react-query';
import { createShare, getShare, revokeShare, type Share, updateShare } from '#contract/shares.ts';
import { mutationFor, useMutation } from '#web/http/mutation-for.ts';
import { queryFor } from '#web/http/query-for.ts';

/** The mutations share a scope, so that they run one after another. */
export function useShareChange(predictionId: string) {
  const params = { id: predictionId };
  const queryClient = useQueryClient();
  const cacheShare = (share: Share | null) =>
    queryClient.setQueryData(queryFor(getShare, { params }).queryKey, share);
  const scope = { id: `share ${predictionId}` };
  const create = useMutation(
    mutationFor(createShare, {
      scope,
      successToast: 'Your public link is ready',
      errorToast: 'Failed to create the link',
      onSuccess: cacheShare,
    }),
  );
  const update = useMutation(
    mutationFor(updateShare, {
      scope,
      successToast: ({ showsSongsEarly }) =>
        showsSongsEarly ? 'The link shows your songs now' : 'Your songs stay secret',
      errorToast: 'Failed to change the link',
      onSuccess: cacheShare,
    }),
  );
  const revoke = useMutation(
    mutationFor(revokeShare, {
      scope,
      successToast: 'Link revoked',
      errorToast: 'Failed to revoke the link',
      onSuccess: () => cacheShare(null),
    }),
  );
  return {
    isCreating: create.isPending,
    isRevoking: revoke.isPending,
    wantsSongsEarly: update.isPending ? update.variables.body.showsSongsEarly : undefined,
    create: () => create.mutate({ params }),
    showSongsEarly: (showsSongsEarly: boolean) =>
      update.mutate({ params, body: { showsSongsEarly } }),
    revoke: () => revoke.mutate({ params }),
  };
}
