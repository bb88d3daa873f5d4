import { useState } from 'react';
import type { BackupDescription } from '#contract/backup-uploads.ts';
import type { Backup } from '#contract/backups.ts';
import {
  beginFirstUpload,
  describeFirstBackup,
  type FirstAdministratorLink,
  finishFirstUpload,
  type RestoreStage,
  startFirstRestore,
} from '#contract/first-administrator.ts';
import { paths } from '#contract/pages.ts';
import { call } from '#web/http/call.ts';
import { mutationFor, useMutation } from '#web/http/mutation-for.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { BackupFileField, ProgressBar } from './backup-file-field.tsx';
import { formatSize, formatTimestamp } from './format-backup.ts';
import { useBackupUpload } from './use-backup-upload.ts';

type FirstRestoreProps = {
  token: string;
  link: FirstAdministratorLink;
  /** Call it when the link's state has changed on the server. */
  onChange: () => void;
  onCreateAdministrator: () => void;
};

/** Restores a backup into a site that has no administrator yet. */
export function FirstRestore({ token, link, onChange, onCreateAdministrator }: FirstRestoreProps) {
  const [chosen, setChosen] = useState<BackupDescription>();
  const [isConfirming, setConfirming] = useState(false);
  const upload = useBackupUpload({
    begin: (file) => call(beginFirstUpload, { body: { token, ...file } }),
    finish: (id) => call(finishFirstUpload, { params: { id }, body: { token } }),
  });
  const describe = useMutation(
    mutationFor(describeFirstBackup, {
      errorToast: 'The backup could not be checked',
      onSuccess: setChosen,
    }),
  );
  const start = useMutation(
    mutationFor(startFirstRestore, {
      errorToast: 'The backup could not be restored',
      onSuccess: onChange,
    }),
  );
  const { restore } = link;

  async function chooseFile(file: File) {
    const description = await upload.upload(file);
    if (description) setChosen(description);
  }

  if (restore?.state === 'running')
    return (
      <>
        <ProgressBar label={STAGES[restore.stage]} percent={restore.percent} />
        <p className="text-dim">
          The restore continues if you close this page. Open the link again to see how it went.
        </p>
      </>
    );
  if (restore?.state === 'done')
    return (
      <Restored
        takenAt={restore.takenAt ?? ''}
        hasAdministrator={restore.hasAdministrator}
        onCreateAdministrator={onCreateAdministrator}
      />
    );
  return (
    <>
      {restore?.error && <ErrorState message={restore.error} />}
      {chosen ? (
        <Panel title="This backup is complete">
          <Description backup={chosen} />
          <div className="flex flex-wrap gap-3 px-4.5 pb-4.5 max-sm:*:flex-1">
            <Button variant="lamp" onClick={() => setConfirming(true)}>
              Restore this backup
            </Button>
            <Button onClick={() => setChosen(undefined)}>Choose another</Button>
          </div>
        </Panel>
      ) : (
        <>
          <BackupFileField
            {...upload}
            hint="The server checks the whole file first. Nothing changes until you confirm."
            onChoose={(file) => void chooseFile(file)}
            onCancel={upload.cancel}
          />
          {upload.progress === null && link.backups.length > 0 && (
            <ServerBackups
              backups={link.backups}
              pendingName={describe.isPending ? describe.variables?.params.name : undefined}
              onChoose={(name) => void describe.mutate({ params: { name }, body: { token } })}
            />
          )}
        </>
      )}
      {chosen && (
        <ConfirmDialog
          open={isConfirming}
          onOpenChange={setConfirming}
          title="Restore this backup?"
          text={`It replaces everything that is on this site now, also accounts that fans created. The current state is saved first. Afterwards, sign in with an account from ${formatTimestamp(chosen.madeAt)}.`}
          confirmLabel="Restore"
          pending={start.isPending}
          pendingText="Starting..."
          onConfirm={() =>
            void start
              .mutate({ body: { token, name: chosen.name } })
              .then(() => setConfirming(false))
          }
        />
      )}
    </>
  );
}

const STAGES: Record<RestoreStage, string> = {
  checking: 'Checking the backup',
  saving: 'Saving the current state',
  loading: 'Restoring the data',
  finishing: 'Checking the restored data',
};

function Description({ backup }: { backup: BackupDescription }) {
  const { siteName, bandName, madeAt, version, accounts, shows, predictions, bytes } = backup;
  const rows: [string, string][] = [
    ['Site', siteName ?? 'Not named in the backup'],
    ['Band', bandName ?? 'Not named in the backup'],
    ['Saved on', formatTimestamp(madeAt)],
    ['Made with', formatVersion(version)],
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

function ServerBackups({ backups, pendingName, onChoose }: ServerBackupsProps) {
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

type RestoredProps = {
  takenAt: string;
  hasAdministrator: boolean;
  onCreateAdministrator: () => void;
};

function Restored({ takenAt, hasAdministrator, onCreateAdministrator }: RestoredProps) {
  return (
    <>
      <p role="status" className="text-lg">
        The site is back as of {formatTimestamp(takenAt)}.{' '}
        {hasAdministrator
          ? 'Sign in with an account of that site. This link has stopped working.'
          : 'None of its accounts is an administrator. Create one: this link still works.'}
      </p>
      {hasAdministrator ? (
        <Button asChild variant="lamp" className="max-sm:w-full sm:justify-self-start">
          {/* Loads the page anew, because everything that this one shows is outdated. */}
          <a href={paths.login()}>Sign in</a>
        </Button>
      ) : (
        <Button
          variant="lamp"
          className="max-sm:w-full sm:justify-self-start"
          onClick={onCreateAdministrator}
        >
          Create an administrator
        </Button>
      )}
    </>
  );
}
