import { useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode, useState } from 'react';
import { NEW_PASSWORD_MIN, PASSWORD_MAX, TEMPORARY_PASSWORD_DAYS } from '#contract/accounts.ts';
import { getSetupFacts, importUsers, initializeDatabase } from '#contract/setup.ts';
import { listShows } from '#contract/shows.ts';
import { listSongs } from '#contract/songs.ts';
import { bandQuery } from '#web/band/use-band.ts';
import { Loaded } from '#web/http/loaded.tsx';
import { mutationFor, useMutation } from '#web/http/mutation-for.ts';
import { queryFor } from '#web/http/query-for.ts';
import { Button } from '#web/ui/button.tsx';
import { PasswordField } from '#web/ui/form/password-field.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { BandPanels } from './band-panels.tsx';

export function SetupAdminTab() {
  const setup = useQuery(queryFor(getSetupFacts));
  const band = useQuery(bandQuery);
  return (
    <Loaded query={setup} label="Loading the setup" errorMessage="The setup could not be loaded.">
      {({ songs: songCount, shows: showCount, packBand, ...userProps }) => (
        <div className="grid items-start gap-6 lg:grid-cols-2">
          {band.data && <BandPanels band={band.data} packBand={packBand} />}
          <InitializePanel songCount={songCount} showCount={showCount} packBand={packBand} />
          <ImportUsersPanel {...userProps} />
        </div>
      )}
    </Loaded>
  );
}

type InitializePanelProps = { songCount: number; showCount: number; packBand: string };

function InitializePanel({ songCount, showCount, packBand }: InitializePanelProps) {
  const change = useMutation(
    mutationFor(initializeDatabase, {
      successToast: ({ results: { songs: newSongs, shows: newShows } }) =>
        `Imported ${newSongs.imported} songs and ${newShows.imported} shows`,
      errorToast: 'Failed to initialize database',
    }),
  );
  const results = change.data?.results;
  const songs = useQuery(queryFor(listSongs)).data;
  const shows = useQuery(queryFor(listShows)).data;
  const isEmpty = songs?.length === 0 && shows?.length === 0;
  return (
    <Panel title="Database">
      <div className="grid gap-4 px-4.5 pb-4.5">
        <p className="font-semibold tabular-nums">
          Loaded: {formatCount(songs, 'song')}, {formatCount(shows, 'show')}
        </p>
        <p className="text-dim">
          Imports {songCount} songs and {showCount} shows of {packBand} with their setlists. It is
          safe to run again: existing items are skipped, and only shows without a setlist get one.
        </p>
        <Button
          variant={isEmpty ? 'lamp' : 'quiet'}
          className="justify-self-start max-sm:w-full"
          pending={change.isPending}
          pendingText="Initializing..."
          onClick={() => change.mutate({})}
        >
          Initialize Database
        </Button>
        {results && (
          <ImportResult
            counts={[
              { label: 'Songs', ...results.songs },
              { label: 'Shows', ...results.shows },
            ]}
            errors={results.errors}
          >
            {results.setlists > 0 && `${results.setlists} shows got their setlists.`}
          </ImportResult>
        )}
      </div>
    </Panel>
  );
}

const formatCount = (rows: readonly unknown[] | undefined, noun: string) =>
  `${rows?.length.toLocaleString('en-US') ?? '–'} ${noun}${rows?.length === 1 ? '' : 's'}`;

type ImportUsersPanelProps = { users: number; temporaryPassword: string; sendsMail: boolean };

function ImportUsersPanel({ users, sendsMail, ...props }: ImportUsersPanelProps) {
  const [temporaryPassword, setTemporaryPassword] = useState(props.temporaryPassword);
  const change = useMutation(
    mutationFor(importUsers, {
      successToast: ({ results: { imported, skipped } }) =>
        `Imported ${imported} users (${skipped} skipped)`,
      errorToast: 'Failed to import users',
    }),
  );
  const results = change.data?.results;
  const isReady = sendsMail || temporaryPassword.length >= NEW_PASSWORD_MIN;
  return (
    <Panel title="Users">
      <form
        noValidate
        className="grid gap-4 px-4.5 pb-4.5"
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady) void change.mutate({ body: sendsMail ? {} : { temporaryPassword } });
        }}
      >
        <p className="text-dim">
          Imports {users} users from the old site.{' '}
          {sendsMail
            ? 'Each user gets a link by email to choose a password.'
            : 'Each user must set a password at the first sign-in.'}{' '}
          It is safe to run again: existing accounts are skipped.
        </p>
        {!sendsMail && (
          <PasswordField
            label="Temporary password"
            hint={`At least ${NEW_PASSWORD_MIN} characters. Works for ${TEMPORARY_PASSWORD_DAYS} days.`}
            autoComplete="off"
            maxLength={PASSWORD_MAX}
            value={temporaryPassword}
            onChange={({ target }) => setTemporaryPassword(target.value)}
          />
        )}
        <Button
          type="submit"
          className="justify-self-start max-sm:w-full"
          disabled={!isReady}
          pending={change.isPending}
          pendingText="Importing..."
        >
          Import Users
        </Button>
        {results && (
          <ImportResult counts={[{ label: 'Users', ...results }]} errors={results.errors} />
        )}
      </form>
    </Panel>
  );
}

type ImportResultProps = {
  counts: readonly { label: string; imported: number; skipped: number }[];
  errors: readonly string[];
  children?: ReactNode;
};

function ImportResult({ counts, errors, children }: ImportResultProps) {
  return (
    <div role="status" className="grid gap-3 border-rail border-t pt-4">
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1 tabular-nums">
        {counts.map(({ label, imported, skipped }) => (
          <Fragment key={label}>
            <dt className="font-semibold">{label}</dt>
            <dd>
              {imported} imported, {skipped} skipped
            </dd>
          </Fragment>
        ))}
      </dl>
      {children && <p>{children}</p>}
      {errors.length > 0 && (
        <div className="grid gap-1">
          <h3 className="font-semibold text-danger">Errors</h3>
          <ul className="grid gap-1 wrap-anywhere text-sm">
            {errors.map((error) => (
              <li key={error}>{error}</li>
            ))}
          </ul>
        </div>
      )}
      {errors.length === 0 && <p className="text-dim text-sm">No errors.</p>}
    </div>
  );
}
