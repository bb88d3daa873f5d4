import { Button } from '#web/ui/button.tsx';
import { Flag } from '#web/ui/icons.ts';
import { lazyComponent } from '#web/ui/loading/lazy.tsx';
import { useDialogItem } from '#web/ui/overlay/use-dialog-item.ts';
import type { ReportTarget } from './report-target.ts';

type ReportButtonProps = {
  title: string;
  targets: readonly ReportTarget[];
};

export function ReportButton({ title, targets }: ReportButtonProps) {
  const dialog = useDialogItem();
  return (
    <>
      <Button variant="ghost" size="sm" aria-label={title} onClick={() => dialog.show()}>
        <Flag aria-hidden />
        Report
      </Button>
      {dialog.key > 0 && (
        <ReportDialog
          key={dialog.key}
          title={title}
          targets={targets}
          open={dialog.open}
          onClose={dialog.close}
        />
      )}
    </>
  );
}

export const ReportDialog = lazyComponent(async () => ({
  default: (await import('./report-dialog.tsx')).ReportDialog,
}));
