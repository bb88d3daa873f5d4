import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/form/field.tsx';
import type { UploadState } from './use-backup-upload.ts';

type BackupFileFieldProps = UploadState & {
  hint: string;
  onChoose: (file: File) => void;
  onCancel: () => void;
};

export function BackupFileField(props: BackupFileFieldProps) {
  const { progress, error, hint, onChoose, onCancel } = props;
  if (progress !== null)
    return (
      <div className="grid gap-3">
        <UploadProgress progress={progress} />
        {progress < 1 && (
          <Button className="justify-self-start" onClick={onCancel}>
            Cancel
          </Button>
        )}
      </div>
    );
  return (
    <Field label="Backup file" hint={hint} error={error}>
      {(control) => (
        <input
          {...control}
          type="file"
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            if (file) onChoose(file);
          }}
          className="min-h-11 min-w-0 max-w-full file:mr-3 file:min-h-11 file:rounded-control file:border file:border-edge file:px-3.5 file:font-semibold"
        />
      )}
    </Field>
  );
}

function UploadProgress({ progress }: { progress: number }) {
  const label = progress < 1 ? 'Uploading the backup' : 'The server is checking the backup';
  return <ProgressBar label={label} percent={progress < 1 ? Math.floor(progress * 100) : null} />;
}

export function ProgressBar({ label, percent }: { label: string; percent: number | null }) {
  return (
    <div role="status" className="grid gap-2 text-sm">
      <p className="font-semibold tabular-nums">
        {label}
        {percent === null ? '...' : `: ${percent}%`}
      </p>
      <progress aria-label={label} max={100} value={percent ?? undefined} className="w-full" />
    </div>
  );
}
