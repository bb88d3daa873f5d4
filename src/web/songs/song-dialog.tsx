import type { BodyInputOf, BodyOf } from '#contract/endpoint.ts';
import {
  createSong,
  DEFAULT_CATEGORY,
  RARITIES,
  RARITY_LABELS,
  type Song,
  updateSong,
} from '#contract/songs.ts';
import { lazyResolver } from '#web/http/lazy-resolver.ts';
import { mutationFor, useMutation } from '#web/http/mutation-for.ts';
import { pickChangedFields } from '#web/http/use-edit-conflict.ts';
import { listDifferingFields, useEditForm } from '#web/http/use-edit-form.ts';
import { getUtcOffset, toLocalTime } from '#web/time/local-time.ts';
import { Button } from '#web/ui/button.tsx';
import { ConflictPanel } from '#web/ui/form/conflict-panel.tsx';
import { SelectField } from '#web/ui/form/select-field.tsx';
import { TextField } from '#web/ui/form/text-field.tsx';
import { Trash2 } from '#web/ui/icons.ts';
import { FormDialog } from '#web/ui/overlay/form-dialog.tsx';

type Fields = BodyInputOf<typeof createSong>;
type SongBody = BodyOf<typeof createSong>;

const resolver = lazyResolver<Fields, SongBody>(
  async () => (await import('#contract/songs.ts')).createSongBody,
);

type SongDialogProps = {
  song: Song | undefined;
  /** The band's time zone, which determines the day of a date. */
  timeZone: string;
  open: boolean;
  onClose: () => void;
  onDelete: (song: Song) => void;
};

export function SongDialog(props: SongDialogProps) {
  const { song: current, timeZone, open, onClose, onDelete } = props;
  const edit = useEditForm(current, {
    getVersion: (item) => item.version,
    toFields: (item) => toFields(item, timeZone),
    resolver,
    labels: LABELS,
    onClose,
  });
  const { original: song, theirs, form, outcome } = edit;
  const { register } = form;
  const { errors } = form.formState;
  const create = useMutation(
    mutationFor(createSong, {
      successToast: 'Song created successfully',
      errorToast: 'Failed to create song',
      ...outcome,
    }),
  );
  const update = useMutation(
    mutationFor(updateSong, {
      successToast: 'Song updated successfully',
      errorToast: 'Failed to update song',
      ...outcome,
    }),
  );
  const isPending = create.isPending || update.isPending;
  const save = (base: Song | undefined) =>
    form.handleSubmit((fields) => {
      const body = toChangedDates(fields, song, timeZone);
      if (!song || !base) return create.mutate({ body });
      const changes = pickChangedFields(body, song);
      if (Object.keys(changes).length === 0) return onClose();
      return update.mutate({
        params: { id: song.id },
        body: { ...changes, version: base.version },
      });
    });
  // An emptied date field has the value '', which means unknown.
  const emptyIsNull = { setValueAs: (text: string | null) => text || null };

  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={song ? 'Edit Song' : 'Create Song'}
      submitLabel={song ? 'Update Song' : 'Create Song'}
      pending={isPending}
      pendingText={song ? 'Updating...' : 'Creating...'}
      onSubmit={save(song)}
    >
      <TextField
        className="sm:col-span-2"
        label="Title"
        error={errors.title?.message}
        {...register('title')}
      />
      <TextField
        className="sm:col-span-2"
        label="Album (optional)"
        error={errors.album?.message}
        {...register('album')}
      />
      <SelectField
        label="Rarity"
        options={RARITIES.map((rarity) => ({ value: rarity, label: RARITY_LABELS[rarity] }))}
        error={errors.rarity?.message}
        {...register('rarity')}
      />
      <TextField label="Category" error={errors.category?.message} {...register('category')} />
      <TextField
        type="date"
        label="First played (optional)"
        error={errors.firstPlayed?.message}
        {...register('firstPlayed', emptyIsNull)}
      />
      <TextField
        type="date"
        label="Last played (optional)"
        error={errors.lastPlayed?.message}
        {...register('lastPlayed', emptyIsNull)}
      />
      <p className="text-dim text-sm sm:col-span-2">
        Plays in setlists on this site are counted automatically.
      </p>
      {song && (
        <Button
          className="justify-self-start sm:col-span-2"
          disabled={isPending}
          onClick={() => onDelete(song)}
        >
          <Trash2 aria-hidden />
          Delete song
        </Button>
      )}
      {theirs && open && !isPending && (
        <ConflictPanel
          message={edit.conflictMessage}
          rows={listDifferingFields(toFields(theirs, timeZone), form.watch(), LABELS, formatField)}
          onTakeTheirs={edit.takeTheirs}
          onSendYours={() => void save(theirs)()}
          pending={isPending}
        />
      )}
    </FormDialog>
  );
}

const LABELS = {
  title: 'Title',
  album: 'Album',
  rarity: 'Rarity',
  category: 'Category',
  firstPlayed: 'First played',
  lastPlayed: 'Last played',
};

function formatField(fields: Fields, name: keyof Fields): string {
  return name === 'rarity' ? RARITY_LABELS[fields.rarity ?? 'common'] : (fields[name] ?? '');
}

function toFields(song: Song | undefined, timeZone: string): Fields {
  const { title = '', album = '', rarity = 'common', category = DEFAULT_CATEGORY } = song ?? {};
  return {
    title,
    album,
    rarity,
    category,
    firstPlayed: toDay(song?.firstPlayed, timeZone),
    lastPlayed: toDay(song?.lastPlayed, timeZone),
  };
}

function toDay(date: string | null | undefined, timeZone: string): string | null {
  return date ? toLocalTime(date, timeZone).slice(0, 10) : null;
}

/** Sends a new date as noon in the band's time zone, and an unchanged one as it was. */
function toChangedDates(body: SongBody, song: Song | undefined, timeZone: string): SongBody {
  const toInstant = (day: string | null | undefined, storedDate: string | null | undefined) => {
    if (!day) return null;
    if (storedDate && day === toDay(storedDate, timeZone)) return storedDate;
    return `${day}T12:00:00${getUtcOffset(`${day}T12:00:00Z`, timeZone)}`;
  };
  return {
    ...body,
    firstPlayed: toInstant(body.firstPlayed, song?.firstPlayed),
    lastPlayed: toInstant(body.lastPlayed, song?.lastPlayed),
  };
}
