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
import { PreviewPanel } from './import-preview.tsx';
import { JobProgress, StepProgress } from './import-progress.tsx';
import { kindOfFile } from './pack-files.ts';
import { SetlistfmKey } from './setlistfm-key.tsx';
import { useImport } from './use-import.ts';

const KIND_LABELS: Record<ImportKind, string> = {
  setlistfm: 'setlist.fm',
  songfish: 'A Songfish site',
  shows: 'Files of shows, one JSON a line',
};

const FILE_HINTS: Record<ImportKind, string> = {
  setlistfm: 'Saved answers of its API; without them the site is asked.',
  songfish: 'Saved answers of its API; without them the site is asked.',
  shows: 'Packed by gzip or not.',
};

/** Brings in a band's history, and says how far it is. */
export function ImportForm({ band }: { band: Pick<Band, 'timeZone' | 'usualStart'> }) {
  const [kind, setKind] = useState<ImportKind>('setlistfm');
  const job = useQuery(queryFor(getLatestImport)).data;
  const isRunning = job?.state === 'running';
  const client = useQueryClient();
  const [lacksKey, setLacksKey] = useState(false);
  const keep = useMutation(mutationFor(setImportKey, { failed: 'The key could not be kept' }));
  const stop = useMutation(mutationFor(stopImport, { failed: 'The import could not be stopped' }));
  const { step, preview, fileError, runPreview, runImport, cancel, discard } = useImport();

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const { elements } = event.currentTarget;
    const form = new FormData(event.currentTarget);
    const text = (name: string) => String(form.get(name) ?? '').trim() || undefined;
    const files = [...((elements.namedItem('files') as HTMLInputElement).files ?? [])];
    const names = ['artist', 'site', 'since', 'start', 'zone'] as const;
    const fields = Object.fromEntries(names.map((name) => [name, text(name)]));
    const key = text('key');
    const isAsked = kind === 'setlistfm' && files.length === 0;
    const cannotAsk = isAsked && !key && (await isKeyNowhere());
    // The field is there with the answer.
    flushSync(() => setLacksKey(cannotAsk));
    if (cannotAsk) return (elements.namedItem('key') as HTMLElement | null)?.focus();
    const begin = () => runPreview({ kind, ...fields } as ImportQuery, files);
    if (key) await keep.mutate({ body: { key } }, { onSuccess: () => void begin() });
    else await begin();
  }

  async function chooseKind([file]: Iterable<File>) {
    const found = file && (await kindOfFile(file).catch(() => undefined));
    if (found) setKind(found);
  }

  /** Who presses sooner than that is known waits for it; where it can't be had, the server will say so. */
  async function isKeyNowhere(): Promise<boolean> {
    const key = await client.ensureQueryData(queryFor(getImportKey)).catch(() => undefined);
    return key?.isIn === 'nowhere';
  }

  return (
    <form
      noValidate
      className="grid gap-4 px-4.5 pb-4.5"
      // A preview is of what was chosen when it was asked for.
      onChange={discard}
      onSubmit={(event) => void submit(event)}
    >
      <p className="max-w-prose text-dim">
        Shows, songs and setlists from an archive, as often as you like: what is there stays as it
        is, and what the archive has corrected is proposed on the Shows tab.
      </p>
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label="Archive"
          options={IMPORT_KINDS.map((value) => ({ value, label: KIND_LABELS[value] }))}
          value={kind}
          onChange={({ target }) => setKind(target.value as ImportKind)}
        />
        {kind === 'setlistfm' && (
          <TextField name="artist" label="Artist's MusicBrainz id" autoComplete="off" />
        )}
        {kind === 'setlistfm' && (
          <SetlistfmKey error={lacksKey ? 'Enter a key, or choose saved answers' : undefined} />
        )}
        {kind === 'songfish' && (
          <>
            <TextField name="site" label="Site" placeholder="kglw.net" autoComplete="off" />
            <TextField
              name="artist"
              label="Artist's number there"
              inputMode="numeric"
              autoComplete="off"
              hint="Its artist_id in the site's answers. Empty: 1, the site's own band."
            />
          </>
        )}
        <TextField
          name="start"
          label="Usual start"
          defaultValue={band.usualStart}
          hint="Where the archive says none."
        />
        <TextField
          name="zone"
          label="In the time zone"
          defaultValue={band.timeZone}
          hint="Where neither its state nor its country tells."
        />
        {kind !== 'shows' && (
          <TextField name="since" label="From the year" inputMode="numeric" autoComplete="off" />
        )}
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
            variant="lamp"
            pending={keep.isPending || step !== null || isRunning}
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
