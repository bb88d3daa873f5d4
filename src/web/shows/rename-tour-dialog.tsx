import { useState } from 'react';
import { SHOW_LENGTHS } from '#contract/shows.ts';
import { type countTourShows, renameTour } from '#contract/tours.ts';
import { mutationFor, useMutation } from '#web/http/mutation-for.ts';
import { SelectField } from '#web/ui/form/select-field.tsx';
import { TextField } from '#web/ui/form/text-field.tsx';
import { FormDialog } from '#web/ui/overlay/form-dialog.tsx';

type RenameTourDialogProps = {
  name: string;
  tours: ReturnType<typeof countTourShows>;
  open: boolean;
  onClose: () => void;
  onRenamed: () => void;
};

/** Counts the affected shows, because a merge can't be undone in one step. */
export function RenameTourDialog(props: RenameTourDialogProps) {
  const { name, tours, open, onClose, onRenamed } = props;
  const otherTours = tours.filter((tour) => tour.name !== name);
  const [target, setTarget] = useState(NEW_NAME);
  const [typedName, setTypedName] = useState(name);
  const newName = (target === NEW_NAME ? typedName : target).trim();
  const countShows = (tourName: string) =>
    tours.find((tour) => tour.name === tourName)?.showCount ?? 0;
  const [showCount, mergedShowCount] = [countShows(name), countShows(newName)];
  const isMerge = newName !== name && mergedShowCount > 0;
  const rename = useMutation(
    mutationFor(renameTour, {
      successToast: ({ name, showCount }) => `“${name}” now has ${formatShowCount(showCount)}`,
      errorToast: 'Failed to rename the tour',
      onSuccess() {
        onRenamed();
        onClose();
      },
    }),
  );
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title="Rename or merge the tour"
      size="fit"
      submitLabel={isMerge ? 'Merge tours' : 'Rename tour'}
      variant={isMerge ? 'danger' : 'lamp'}
      disabled={newName === '' || newName === name}
      pending={rename.isPending}
      pendingText="Saving..."
      onSubmit={(event) => {
        event.preventDefault();
        rename.mutate({ body: { name, showCount, newName, mergedShowCount } });
      }}
    >
      {otherTours.length > 0 && (
        <SelectField
          label="Change to"
          className="sm:col-span-2"
          value={target}
          onChange={(event) => setTarget(event.target.value)}
          options={[
            { value: NEW_NAME, label: 'A new name' },
            ...otherTours.map((tour) => ({
              value: tour.name,
              label: `${tour.name} · ${formatShowCount(tour.showCount)}`,
              group: 'Merge into',
            })),
          ]}
        />
      )}
      {target === NEW_NAME && (
        <TextField
          label="New name"
          className="sm:col-span-2"
          value={typedName}
          maxLength={SHOW_LENGTHS.tourName}
          onChange={(event) => setTypedName(event.target.value)}
        />
      )}
      <p role="status" className="wrap-anywhere text-dim sm:col-span-2">
        {isMerge
          ? `${formatShowCount(showCount)} of “${name}” join ${formatShowCount(mergedShowCount)} of “${newName}”. Their boards and recaps are merged. To undo this, change the tour of each show.`
          : `${formatShowCount(showCount)} of “${name}” get the new name. Points, predictions and leagues stay as they are. Links to the old name open an empty board.`}
      </p>
    </FormDialog>
  );
}

/** No tour has an empty name. */
const NEW_NAME = '';

export function formatShowCount(count: number): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? 'show' : 'shows'}`;
}
