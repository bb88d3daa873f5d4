import { useState } from 'react';
import { type ApiToken, revokeApiToken } from '#contract/api-tokens.ts';
import { mutationFor, useMutation } from '#web/http/mutation-for.ts';
import { serverNow } from '#web/time/server-clock.ts';
import { browserTimeZone, shortDate } from '#web/time/venue-time.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx';
import { SCOPE_LABELS } from './scope-labels.ts';

type TokenRowProps = {
  token: ApiToken;
  onRevoked: () => void;
  /** Called after the list was refetched, which may have removed the row with the focus. */
  onRefetched: () => void;
};

export function TokenRow({ token, onRevoked, onRefetched }: TokenRowProps) {
  const { id, name, scopes, expiresAt, lastUsedAt } = token;
  const [isConfirming, setConfirming] = useState(false);
  const revoke = useMutation(
    mutationFor(revokeApiToken, {
      successToast: 'API token revoked',
      errorToast: 'Failed to revoke the API token',
      onSuccess: () => {
        setConfirming(false);
        onRevoked();
      },
    }),
  );
  const formatDay = (instant: string) => shortDate(instant, browserTimeZone());
  const hasExpired = Date.parse(expiresAt) <= serverNow();
  return (
    <li className="flex min-h-16 flex-wrap items-center justify-between gap-x-4 gap-y-2 border-rail border-b py-3 last:border-b-0">
      <div className="min-w-0">
        <p className="wrap-anywhere font-semibold">{name}</p>
        <p className="text-dim text-sm">
          {scopes.map((key) => SCOPE_LABELS[key].label).join(', ')}
        </p>
        <p className="text-dim text-sm">
          {hasExpired ? 'Expired' : 'Expires'} {formatDay(expiresAt)},{' '}
          {lastUsedAt ? `last used ${formatDay(lastUsedAt)}` : 'not used yet'}
        </p>
      </div>
      <Button size="sm" aria-label={`Revoke ${name}`} onClick={() => setConfirming(true)}>
        Revoke
      </Button>
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setConfirming}
        title="Revoke the API token?"
        text={`Programs that use “${name}” stop working immediately.`}
        confirmLabel="Revoke token"
        pending={revoke.isPending}
        pendingText="Revoking..."
        onConfirm={() => revoke.mutate({ params: { id } }).then(onRefetched)}
      />
    </li>
  );
}
