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
import { differingFields, useEditForm } from '#web/http/use-edit-form.ts';
import { changedFields } from '#web/http/use-opened-version.ts';
import { localTimeOf, offsetAt } from '#web/time/local-time.ts';
import { ConflictPanel } from '#web/ui/form/conflict-panel.tsx';
import { SelectField } from '#web/ui/form/select-field.tsx';
import { TextField } from '#web/ui/form/text-field.tsx';
import { FormDialog } from '#web/ui/overlay/form-dialog.tsx';

type Fields = BodyInputOf<typeof createSong>;
type SongBody = BodyOf<typeof createSong>;

const resolver = lazyResolver<Fields, SongBody>(
  async () => (await import('#contract/songs.ts')).createSongBody,
);

type SongDialogProps = {
  /** Undefined to create a song. */
  song: Song | undefined;
  /** The band's time zone, in which dates are days. */
  timeZone: string;
  open: boolean;
  onClose: () => void;
};

export function SongDialog({ song: current, timeZone, open, onClose }: SongDialogProps) {
  const edit = useEditForm(current, {
    versionOf: (opened) => opened.version,
    fieldsOf: (opened) => fieldsOf(opened, timeZone),
    resolver,
    labels: LABELS,
    onClose,
  });
  const { opened: song, theirs, form, outcome } = edit;
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
  /** `base` is the version that the change starts from. */
  const save = (base: Song | undefined) =>
    form.handleSubmit((fields) => {
      const body = datesToSend(fields, song, timeZone);
      if (!song || !base) return create.mutate({ body });
      const changes = changedFields(body, song);
      if (Object.keys(changes).length === 0) return onClose();
      return update.mutate({
        params: { id: song.id },
        body: { ...changes, version: base.version },
      });
    });
  // An emptied date field has the value '', which means an unknown date.
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
        The setlists entered here count by themselves.
      </p>
      {theirs && open && !isPending && (
        <ConflictPanel
          message={edit.refusal}
          rows={differingFields(fieldsOf(theirs, timeZone), form.watch(), LABELS, formatField)}
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

function fieldsOf(song: Song | undefined, timeZone: string): Fields {
  const { title = '', album = '', rarity = 'common', category = DEFAULT_CATEGORY } = song ?? {};
  return {
    title,
    album,
    rarity,
    category,
    firstPlayed: dayOf(song?.firstPlayed, timeZone),
    lastPlayed: dayOf(song?.lastPlayed, timeZone),
  };
}

function dayOf(date: string | null | undefined, timeZone: string): string | null {
  return date ? localTimeOf(date, timeZone).slice(0, 10) : null;
}

/** A new date is sent as noon in the band's time zone, an untouched one unchanged. */
function datesToSend(body: SongBody, song: Song | undefined, timeZone: string): SongBody {
  const instantOf = (day: string | null | undefined, before: string | null | undefined) => {
    if (!day) return null;
    if (before && day === dayOf(before, timeZone)) return before;
    return `${day}T12:00:00${offsetAt(`${day}T12:00:00Z`, timeZone)}`;
  };
  return {
    ...body,
    firstPlayed: instantOf(body.firstPlayed, song?.firstPlayed),
    lastPlayed: instantOf(body.lastPlayed, song?.lastPlayed),
  };
}
