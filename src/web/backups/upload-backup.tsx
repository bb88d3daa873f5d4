import { useQueryClient } from '@tanstack/react-query';
import { beginBackupUpload, finishBackupUpload } from '#contract/backup-uploads.ts';
import { listBackups } from '#contract/backups.ts';
import { call } from '#web/http/call.ts';
import { buildQueryKey } from '#web/http/query-key.ts';
import { callWithFreshSignIn } from '#web/session/call-with-fresh-sign-in.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import { BackupFileField } from './backup-file-field.tsx';
import { formatTimestamp } from './format-backup.ts';
import { useBackupUpload } from './use-backup-upload.ts';

export function UploadBackup() {
  const client = useQueryClient();
  const upload = useBackupUpload({
    begin: (body) => callWithFreshSignIn(beginBackupUpload, { body }),
    finish: (id) => call(finishBackupUpload, { params: { id } }),
  });

  async function chooseFile(file: File) {
    const backup = await upload.upload(file);
    if (!backup) return;
    await client.invalidateQueries({ queryKey: buildQueryKey(listBackups) });
    const site = backup.siteName ?? 'a site';
    toast({
      title: 'Backup uploaded',
      description: `Backup of ${site} from ${formatTimestamp(backup.madeAt)}. You can restore it below.`,
    });
  }

  return (
    <div className="border-rail/60 border-t px-4.5 py-4">
      <BackupFileField
        {...upload}
        hint="Add a backup from another server to the list. The server checks it first."
        onChoose={(file) => void chooseFile(file)}
        onCancel={upload.cancel}
      />
    </div>
  );
}
