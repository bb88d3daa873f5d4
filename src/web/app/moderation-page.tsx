import { Link } from 'wouter';
import type { ReportedContent } from '#contract/moderation.ts';
import { paths } from '#contract/pages.ts';
import { canModerate } from '#contract/roles.ts';
import { ConfirmSignIn } from '#web/accounts/confirm-sign-in.tsx';
import { EndPostingDialog } from '#web/accounts/user-dialogs.tsx';
import { MutedFansPanel } from '#web/moderation/muted-fans-panel.tsx';
import { ReportsAdminTab } from '#web/moderation/reports-admin-tab.tsx';
import { useUser } from '#web/session/use-user.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { useDialogItem } from '#web/ui/overlay/use-dialog-item.ts';
import { PageHeader } from '#web/ui/page-header.tsx';

export default function ModerationPage() {
  const endPostingDialog = useDialogItem<ReportedContent['fan']>();
  if (!canModerate(useUser()))
    return (
      <EmptyState
        as="h1"
        title="Access Denied"
        text="Only moderators can see reports."
        action={
          <Button asChild>
            <Link href={paths.dashboard()}>Back to the dashboard</Link>
          </Button>
        }
      />
    );
  return (
    <div className="grid gap-6">
      <PageHeader title="Reports" />
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
      <ConfirmSignIn />
    </div>
  );
}
