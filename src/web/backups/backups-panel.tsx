import { useQuery } from '@tanstack/react-query';
import {
  type Backup,
  type BackupReason,
  type BackupReport,
  backupFilePath,
  createBackup,
  getBackupReport,
  listBackups,
} from '#contract/backups.ts';
import { Loaded } from '#web/http/loaded.tsx';
import { mutationFor, useMutation } from '#web/http/mutation-for.ts';
import { queryFor } from '#web/http/query-for.ts';
import { useReauthenticatedDownload } from '#web/session/use-reauthenticated-download.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { FoldingPanel } from '#web/ui/folding-panel.tsx';
import { Download } from '#web/ui/icons.ts';
import { useDialogItem } from '#web/ui/overlay/use-dialog-item.ts';
import { formatSize, formatTimestamp } from './format-backup.ts';
import { RestoreDialog } from './restore-dialog.tsx';
import { UploadBackup } from './upload-backup.tsx';

export function BackupsPanel() {
  const backups = useQuery(queryFor(listBackups));
  const report = useQuery(queryFor(getBackupReport));
  const restoreDialog = useDialogItem<Backup>();
  const download = useReauthenticatedDownload('The backup could not be downloaded');
  const create = useMutation(
    mutationFor(createBackup, {
      successToast: 'Backup created',
      errorToast: 'The backup could not be created',
    }),
  );
  return (
    <>
      <FoldingPanel id="backups" title="Backups">
        <div className="grid justify-items-start gap-4 px-4.5 pb-4.5">
          <p className="max-w-prose text-dim">
            A backup contains all data: accounts, shows, songs, predictions, scores and forums. It
            is stored on the server. Download one regularly and store it in a safe place.
          </p>
          <Button
            variant="lamp"
            pending={create.isPending}
            pendingText="Saving..."
            onClick={() => create.mutate({})}
          >
            Create a backup
          </Button>
        </div>
        <UploadBackup />
        {report.data && <Report report={report.data} />}
        <Loaded
          query={backups}
          label="Loading backups"
          errorMessage="The backups could not be loaded."
        >
          {(allBackups) =>
            allBackups.length === 0 ? (
              <div className="px-4.5 pb-4.5">
                <EmptyState title="No backups yet" />
              </div>
            ) : (
              <BackupList
                backups={allBackups}
                onDownload={(name) => download(backupFilePath(name))}
                onRestore={restoreDialog.show}
              />
            )
          }
        </Loaded>
      </FoldingPanel>
      {restoreDialog.subject && (
        <RestoreDialog
          key={restoreDialog.key}
          backup={restoreDialog.subject}
          open={restoreDialog.open}
          onClose={restoreDialog.close}
        />
      )}
    </>
  );
}

function Report({ report: { nightly, afterBackup } }: { report: BackupReport }) {
  return (
    <div className="px-4.5 pb-4.5 text-sm empty:hidden">
      {nightly && !nightly.isGood && (
        <p className="wrap-anywhere text-danger">
          Last night, {formatTimestamp(nightly.at)}: {nightly.says}
        </p>
      )}
      {afterBackup && (
        <p className={afterBackup.isGood ? 'text-dim' : 'wrap-anywhere text-danger'}>
          {afterBackup.isGood
            ? `Last copied off this server on ${formatTimestamp(afterBackup.at)}.`
            : `Copying off this server failed on ${formatTimestamp(afterBackup.at)}: ${afterBackup.says}`}
        </p>
      )}
    </div>
  );
}

type BackupListProps = {
  backups: readonly Backup[];
  onDownload: (name: string) => void;
  onRestore: (backup: Backup) => void;
};

function BackupList({ backups, onDownload, onRestore }: BackupListProps) {
  return (
    <ul aria-label="Backups">
      {backups.map((backup) => (
        <li
          key={backup.name}
          className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 border-rail/60 border-t px-4.5 py-3"
        >
          <div className="min-w-0">
            <p className="flex flex-wrap items-baseline gap-x-3">
              <span className="font-semibold">{formatTimestamp(backup.madeAt)}</span>
              <span className="text-dim text-sm tabular-nums">
                {REASONS[backup.reason]} · {formatSize(backup.bytes)}
              </span>
            </p>
            <p className="wrap-anywhere text-dim text-xs">{backup.name}</p>
            {backup.problem && <p className="text-danger text-sm">{backup.problem}</p>}
          </div>
          <div className="-mx-3 flex gap-1">
            <Button
              size="sm"
              variant="ghost"
              aria-label={`Download ${backup.name}`}
              onClick={() => onDownload(backup.name)}
            >
              <Download aria-hidden />
              Download
            </Button>
            <Button
              size="sm"
              variant="ghost"
              aria-label={`Restore ${backup.name}`}
              onClick={() => onRestore(backup)}
            >
              Restore
            </Button>
          </div>
        </li>
      ))}
    </ul>
  );
}

const REASONS: Record<BackupReason, string> = {
  nightly: 'Nightly',
  'before-update': 'Before an update',
  'by-hand': 'Manual',
  'before-restore': 'Before a restore',
  'before-emptying': 'Before the demo was removed',
  uploaded: 'Uploaded',
};
