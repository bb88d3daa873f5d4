import type { BackupDescription } from '#contract/backup-uploads.ts';
import type { Backup } from '#contract/backups.ts';
import { Button } from '#web/ui/button.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { formatSize, formatTimestamp } from './format-backup.ts';

export function Description({ backup }: { backup: BackupDescription }) {
  const { siteName, bandName, madeAt, version, accounts, shows, predictions, bytes } = backup;
  const rows: [string, string][] = [
    ['Site', siteName ?? 'Not named in the backup'],
    ['Band', bandName ?? 'Not named in the backup'],
    ['Saved on', formatTimestamp(madeAt)],
    ['Created with', formatVersion(version)],
    ['Accounts', accounts.toLocaleString('en-US')],
    ['Shows', shows.toLocaleString('en-US')],
    ['Predictions', predictions.toLocaleString('en-US')],
    ['Size', formatSize(bytes)],
  ];
  return (
    <div className="grid gap-4 px-4.5 pb-4.5">
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1.5">
        {rows.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-dim">{name}</dt>
            <dd className="min-w-0 wrap-anywhere font-semibold tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      {backup.problem && <p className="text-danger">{backup.problem}</p>}
    </div>
  );
}

type ServerBackupsProps = {
  backups: readonly Backup[];
  pendingName: string | undefined;
  onChoose: (name: string) => void;
};

export function ServerBackups({ backups, pendingName, onChoose }: ServerBackupsProps) {
  return (
    <Panel title="On this server">
      <ul aria-label="Backups on this server">
        {backups.map(({ name, madeAt, bytes, version, problem }) => (
          <li
            key={name}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-rail/60 border-t px-4.5 py-3"
          >
            <div className="min-w-0 flex-1 basis-52">
              <p className="font-semibold">{formatTimestamp(madeAt)}</p>
              <p className="text-dim text-sm tabular-nums">
                {formatSize(bytes)} · {formatVersion(version)}
              </p>
              {problem && <p className="text-danger text-sm">{problem}</p>}
            </div>
            <Button
              size="sm"
              aria-label={`Choose the backup of ${formatTimestamp(madeAt)}`}
              disabled={pendingName !== undefined}
              pending={pendingName === name}
              pendingText="Checking..."
              onClick={() => onChoose(name)}
            >
              Choose
            </Button>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function formatVersion(version: string | null): string {
  return version ? `version ${version}` : 'an early version';
}
