import { useState } from 'react';
import type { BackupDescription } from '#contract/backup-uploads.ts';
import {
  beginFirstUpload,
  describeFirstBackup,
  type FirstAdministratorLink,
  finishFirstUpload,
  type RestoreStage,
  startFirstRestore,
} from '#contract/first-administrator.ts';
import { paths } from '#contract/pages.ts';
import { type CallInput, call } from '#web/http/call.ts';
import { mutationFor, useMutation } from '#web/http/mutation-for.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { Description, ServerBackups } from './backup-choices.tsx';
import { BackupFileField, ProgressBar } from './backup-file-field.tsx';
import { formatTimestamp } from './format-backup.ts';
import { useBackupUpload } from './use-backup-upload.ts';
import { waitForCheck } from './wait-for-check.ts';

type FirstRestoreProps = {
  token: string;
  link: FirstAdministratorLink;
  onChange: () => void;
  onCreateAdministrator: () => void;
};

export function FirstRestore({ token, link, onChange, onCreateAdministrator }: FirstRestoreProps) {
  const [chosen, setChosen] = useState<BackupDescription>();
  const [isConfirming, setConfirming] = useState(false);
  const upload = useBackupUpload({
    begin: (file) => call(beginFirstUpload, { body: { token, ...file } }),
    finish: (id) => call(finishFirstUpload, { params: { id }, body: { token } }),
  });
  const describe = useMutation(
    mutationFor(describeFirstBackup, {
      send: (endpoint, input: CallInput<typeof describeFirstBackup>) =>
        waitForCheck(() => call(endpoint, input)),
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
    if (!description) return;
    setChosen(description);
    onChange();
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
          text={`It replaces everything that is on this site now, including accounts that fans created. The current state is saved first. Afterwards, sign in with an account from ${formatTimestamp(chosen.madeAt)}.`}
          confirmLabel="Restore the backup"
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

type RestoredProps = {
  takenAt: string;
  hasAdministrator: boolean;
  onCreateAdministrator: () => void;
};

function Restored({ takenAt, hasAdministrator, onCreateAdministrator }: RestoredProps) {
  return (
    <>
      <p role="status" className="text-lg">
        The site is restored from the backup of {formatTimestamp(takenAt)}.{' '}
        {hasAdministrator
          ? 'Sign in with an account of that site. This link has stopped working.'
          : 'None of its accounts is an administrator. Create one: this link still works.'}
      </p>
      {hasAdministrator ? (
        <Button asChild variant="lamp" className="max-sm:w-full sm:justify-self-start">
          {/* Loads a new document, because the cached data is outdated. */}
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
