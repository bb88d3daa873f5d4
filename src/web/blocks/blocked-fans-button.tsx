import { Button } from '#web/ui/button.tsx';
import { lazyComponent } from '#web/ui/loading/lazy.tsx';
import { useDialogItem } from '#web/ui/overlay/use-dialog-item.ts';

export function BlockedFansButton() {
  const dialog = useDialogItem();
  return (
    <>
      <Button size="sm" aria-label="Show blocked fans" onClick={() => dialog.show()}>
        Show
      </Button>
      {dialog.key > 0 && <BlockedFansDialog open={dialog.open} onClose={dialog.close} />}
    </>
  );
}

const BlockedFansDialog = lazyComponent(async () => ({
  default: (await import('./blocked-fans-dialog.tsx')).BlockedFansDialog,
}));
