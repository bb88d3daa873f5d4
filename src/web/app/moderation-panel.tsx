import type { ReportedContent } from '#contract/moderation.ts';
import { EndPostingDialog } from '#web/accounts/user-dialogs.tsx';
import { MutedFansPanel } from '#web/moderation/muted-fans-panel.tsx';
import { ReportsAdminTab } from '#web/moderation/reports-admin-tab.tsx';
import { useDialogItem } from '#web/ui/overlay/use-dialog-item.ts';

export function ModerationPanel() {
  const endPostingDialog = useDialogItem<ReportedContent['fan']>();
  return (
    <>
      <ReportsAdminTab onEndPosting={endPostingDialog.show} />
      <MutedFansPanel />
      {endPostingDialog.subject && (
        <EndPostingDialog
          key={endPostingDialog.key}
          user={endPostingDialog.subject}
          open={endPostingDialog.open}
          onClose={endPostingDialog.close}
        />
      )}
    </>
  );
}
