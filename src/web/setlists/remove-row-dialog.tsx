import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx';
import type { DisplayedRow } from './apply-changes.ts';

type RemoveRowDialogProps = {
  row: DisplayedRow | null;
  onRemove: (row: DisplayedRow) => void;
  onClose: () => void;
};

/** Open while there is a row. */
export function RemoveRowDialog({ row, onRemove, onClose }: RemoveRowDialogProps) {
  if (!row) return null;
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Remove “${row.song.title}”?`}
      text="The songs after it move up by one. All scores for the show will be recalculated."
      confirmLabel="Remove song"
      onConfirm={() => {
        onRemove(row);
        onClose();
      }}
    />
  );
}
