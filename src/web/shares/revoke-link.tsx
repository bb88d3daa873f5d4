import { useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';

type RevokeLinkProps = { pending: boolean; onRevoke: () => Promise<void> };

export function RevokeLink({ pending, onRevoke }: RevokeLinkProps) {
  const [isAsking, setAsking] = useState(false);
  return (
    <div>
      <Button variant="ghost" className="-ml-4" onClick={() => setAsking(true)}>
        Revoke link
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Revoke this link?"
        text="Whoever opens it finds nothing any more, wherever it was posted. A link that you make later has another address."
        confirmLabel="Revoke link"
        pending={pending}
        pendingText="Revoking…"
        onConfirm={() => onRevoke().then(() => setAsking(false))}
      />
    </div>
  );
}
