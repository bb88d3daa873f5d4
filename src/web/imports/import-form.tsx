import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Band } from '#contract/band.ts';
import { getImportKey, setImportKey } from '#contract/import-key.ts';
import { IMPORT_KINDS, type ImportKind } from '#contract/import-kinds.ts';
import { getLatestImport, type ImportQuery, stopImport } from '#contract/imports.ts';
import { mutationFor, useMutation } from '#web/http/mutation-for.ts';
import { queryFor } from '#web/http/query-for.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/form/field.tsx';
import { SelectField } from '#web/ui/form/select-field.tsx';
import { TextField } from '#web/ui/form/text-field.tsx';
import { EmptyTables } from './empty-tables.tsx';
import { PreviewPanel } from './import-preview.tsx';
import { ImportProblems } from './import-problems.tsx';
import { JobProgress, StepProgress } from './import-progress.tsx';
import { detectFileKind } from './pack-files.ts';
import { SetlistfmKey } from './setlistfm-key.tsx';
import { useImport } from './use-import.ts';

const KIND_LABELS: Record<ImportKind, string> = {
  setlistfm: 'setlist.fm',
  songfish: 'A Songfish site',
  shows: 'Shows as JSON, one object per line',
  pack: 'Spreadsheets (CSV)',
};

const FILE_HINTS: Record<ImportKind, string> = {
  setlistfm: 'Saved API responses. If you choose none, the data is fetched from the site.',
  songfish: 'Saved API responses. If you choose none, the data is fetched from the site.',
  shows: 'Plain or compressed with gzip.',
  pack: 'songs.csv, shows.csv or both. Choose setlists.csv together with them.',
};

const ARCHIVE_ZONE_HINT = "For shows whose state and country don't determine it.";
const ZONE_HINTS: Record<ImportKind, string> = {
  setlistfm: ARCHIVE_ZONE_HINT,
  songfish: ARCHIVE_ZONE_HINT,
  shows: ARCHIVE_ZONE_HINT,
  pack: 'For shows without a time zone.',
};

export function ImportForm({ band }: { band: Pick<Band, 'timeZone' | 'usualStart'> }) {
  const [kind, setKind] = useState<ImportKind>('setlistfm');
  const job = useQuery(queryFor(getLatestImport)).data;
  const isRunning = job?.state === 'running';
  const client = useQueryClient();
  const [lacksKey, setLacksKey] = useState(false);
  const saveKey = useMutation(
    mutationFor(setImportKey, { errorToast: 'The key could not be saved' }),
  );
  const stop = useMutation(
    mutationFor(stopImport, { errorToast: 'The import could not be stopped' }),
  );
  const { step, preview, fileError, problems, runPreview, runImport, cancel, discard } =
    useImport();

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const { elements } = event.currentTarget;
    const form = new FormData(event.currentTarget);
    const readField = (name: string) => String(form.get(name) ?? '').trim() || undefined;
    const files = [...((elements.namedItem('files') as HTMLInputElement).files ?? [])];
    const fieldNames = ['artist', 'site', 'since', 'start', 'zone'] as const;
    const fields = Object.fromEntries(fieldNames.map((name) => [name, readField(name)]));
    const key = readField('key');
    const fetchesFromSite = kind === 'setlistfm' && files.length === 0;
    const needsKey = fetchesFromSite && !key && (await isKeyMissing());
    // Render synchronously: the key field must exist before it can receive focus.
    flushSync(() => setLacksKey(needsKey));
    if (needsKey) return (elements.namedItem('key') as HTMLElement | null)?.focus();
    const startPreview = () => runPreview({ kind, ...fields } as ImportQuery, files);
    if (key) await saveKey.mutate({ body: { key } }, { onSuccess: () => void startPreview() });
    else await startPreview();
  }

  async function chooseKind([file]: Iterable<File>) {
    const detectedKind = file && (await detectFileKind(file).catch(() => undefined));
    if (detectedKind) setKind(detectedKind);
  }

  /** Returns false if the key's state fails to load. The server then reports a missing key. */
  async function isKeyMissing(): Promise<boolean> {
    const key = await client.ensureQueryData(queryFor(getImportKey)).catch(() => undefined);
    return key?.storedIn === 'nowhere';
  }

  return (
    <form
      noValidate
      className="grid gap-4 px-4.5 pb-4.5"
      onChange={discard}
      onSubmit={(event) => void submit(event)}
    >
      <p className="max-w-prose text-dim">
        Imports shows, songs and setlists from an archive or from spreadsheets. You can run it again
        at any time: existing items are skipped, and an archive's corrections are proposed on the
        Shows tab.
      </p>
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label="Source"
          options={IMPORT_KINDS.map((value) => ({ value, label: KIND_LABELS[value] }))}
          value={kind}
          onChange={({ target }) => setKind(target.value as ImportKind)}
        />
        {kind === 'setlistfm' && (
          <TextField name="artist" label="Artist's MusicBrainz ID" autoComplete="off" />
        )}
        {kind === 'setlistfm' && (
          <SetlistfmKey error={lacksKey ? 'Enter a key, or choose saved responses' : undefined} />
        )}
        {kind === 'songfish' && (
          <>
            <TextField name="site" label="Site" placeholder="kglw.net" autoComplete="off" />
            <TextField
              name="artist"
              label="Artist's number on the site"
              inputMode="numeric"
              autoComplete="off"
              hint="The artist_id in the site's responses. Default: 1, the site's main band."
            />
          </>
        )}
        <TextField
          name="start"
          label="Default start time"
          defaultValue={band.usualStart}
          hint="For shows without a start time."
        />
        <TextField
          name="zone"
          label="Time zone"
          defaultValue={band.timeZone}
          hint={ZONE_HINTS[kind]}
        />
        {(kind === 'setlistfm' || kind === 'songfish') && (
          <TextField name="since" label="From the year" inputMode="numeric" autoComplete="off" />
        )}
        {kind === 'pack' && <EmptyTables />}
        <Field label="Files" hint={FILE_HINTS[kind]} error={fileError} className="sm:col-span-2">
          {(control) => (
            <input
              {...control}
              type="file"
              name="files"
              multiple
              onChange={({ target }) => void chooseKind(target.files ?? [])}
              className="min-h-11 min-w-0 max-w-full file:mr-3 file:min-h-11 file:rounded-control file:border file:border-edge file:px-3.5 file:font-semibold"
            />
          )}
        </Field>
      </div>
      {problems.length > 0 && <ImportProblems problems={problems} />}
      {step && <StepProgress step={step} />}
      {preview && (
        <PreviewPanel
          preview={preview}
          isBusy={step !== null || isRunning}
          onImport={() => void runImport()}
          onDiscard={discard}
        />
      )}
      <div className="flex flex-wrap gap-3 max-sm:*:flex-1">
        {!preview && (
          <Button
            type="submit"
            pending={saveKey.isPending || step !== null || isRunning}
            pendingText={isRunning ? 'Importing...' : 'Reading...'}
          >
            Preview
          </Button>
        )}
        {step && <Button onClick={cancel}>Cancel</Button>}
        {isRunning && (
          <Button
            pending={stop.isPending}
            pendingText="Stopping..."
            onClick={() => void stop.mutate({})}
          >
            Stop the import
          </Button>
        )}
      </div>
      {job && <JobProgress job={job} />}
    </form>
  );
}
