import { useState } from 'react';
import { type ImportJob, undoImport } from '#contract/imports.ts';
import { mutationFor, useMutation } from '#web/http/mutation-for.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx';
import type { ImportStep } from './use-import.ts';

const STEP_LABELS: Record<ImportStep['name'], string> = {
  packing: 'Packing the files',
  sending: 'Sending the files',
  reading: 'The server is reading the files',
};

export function StepProgress({ step }: { step: ImportStep }) {
  const percent = step.name === 'sending' ? Math.round(step.progress * 100) : undefined;
  return (
    <div role="status" className="grid gap-2 text-sm">
      <p className="font-semibold tabular-nums">
        {STEP_LABELS[step.name]}
        {percent === undefined ? '...' : `: ${percent}%`}
      </p>
      <progress aria-label={STEP_LABELS[step.name]} max={100} value={percent} className="w-full" />
    </div>
  );
}

const STATE_LABELS: Record<ImportJob['state'], string> = {
  running: 'Importing',
  done: 'Imported',
  stopped: 'The import has stopped',
  undone: 'The import was undone',
};

export function JobProgress({
  job: { id, state, source, place, done, total, lines },
}: {
  job: ImportJob;
}) {
  // A band pack is imported in one step, and can have songs only.
  const isPack = source === 'pack';
  const canUndo = state === 'done' ? isPack || done > 0 : state === 'stopped' && done > 0;
  return (
    <div role="status" className="grid gap-2 border-rail border-t pt-4">
      <p className="font-semibold tabular-nums">
        {STATE_LABELS[state]}
        {(state === 'running' || state === 'done') &&
          !isPack &&
          `: ${done}${total === null ? '' : ` of ${total}`} shows`}
      </p>
      {state === 'running' && place && <p className="text-dim text-sm">{place}</p>}
      <ul className="grid gap-1 wrap-anywhere text-sm">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {canUndo && <UndoButton id={id} />}
    </div>
  );
}

function UndoButton({ id }: Pick<ImportJob, 'id'>) {
  const [isConfirming, setConfirming] = useState(false);
  const undo = useMutation(
    mutationFor(undoImport, {
      successToast: 'The import was undone',
      errorToast: 'The import could not be undone',
    }),
  );
  return (
    <>
      <Button className="justify-self-start" onClick={() => setConfirming(true)}>
        Undo the import
      </Button>
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setConfirming}
        title="Undo this import?"
        text="Removes what the import added: new shows with their setlists, setlists of existing shows, new songs, and proposed changes. Everything else stays."
        confirmLabel="Undo the import"
        pending={undo.isPending}
        pendingText="Undoing..."
        onConfirm={() =>
          void undo.mutate({ params: { id: String(id) } }).then(() => setConfirming(false))
        }
      />
    </>
  );
}
