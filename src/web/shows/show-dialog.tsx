import { useState } from 'react';
import { Controller } from 'react-hook-form';
import type { Band } from '#contract/band.ts';
import type { BodyInputOf, BodyOf } from '#contract/endpoint.ts';
import type { ReopeningChoice } from '#contract/reopening.ts';
import { createShow, type Show, updateShow } from '#contract/shows.ts';
import { getErrorCode } from '#web/http/http-error.ts';
import { lazyResolver } from '#web/http/lazy-resolver.ts';
import { mutationFor, useMutation } from '#web/http/mutation-for.ts';
import { pickChangedFields } from '#web/http/use-edit-conflict.ts';
import { listDifferingFields, useEditForm } from '#web/http/use-edit-form.ts';
import { getUtcOffset, listOffsets, toLocalTime } from '#web/time/local-time.ts';
import { listTimeZoneOptions } from '#web/time/time-zones.ts';
import { Combobox } from '#web/ui/form/combobox.tsx';
import { ConflictPanel } from '#web/ui/form/conflict-panel.tsx';
import { SelectField } from '#web/ui/form/select-field.tsx';
import { TextField } from '#web/ui/form/text-field.tsx';
import { FormDialog } from '#web/ui/overlay/form-dialog.tsx';
import { ReopeningPanel } from './reopening-choices.tsx';

type Fields = BodyInputOf<typeof createShow>;
type ShowBody = BodyOf<typeof createShow>;

const resolver = lazyResolver<Fields, ShowBody>(
  async () => (await import('#contract/shows.ts')).createShowBody,
);

type ShowDialogProps = {
  show: Show | undefined;
  band: Band;
  open: boolean;
  onClose: () => void;
};

/** Date and time are in the venue's time zone. */
export function ShowDialog({ show: current, band, open, onClose }: ShowDialogProps) {
  const edit = useEditForm(current, {
    getVersion: (item) => item.version,
    toFields: (item) => toFields(item, band),
    resolver,
    labels: LABELS,
    onClose,
  });
  const { original: show, theirs, form, outcome } = edit;
  const { register, control, watch } = form;
  const { errors } = form.formState;
  const [asksForChoice, setAsksForChoice] = useState(false);
  const [offset, setOffset] = useState(show ? getUtcOffset(show.date, show.timeZone) : '');
  const [date, timeZone = band.timeZone] = watch(['date', 'timeZone']);
  const offsets = listOffsets(date, timeZone);
  const isAmbiguous = offsets.length === 2;

  const create = useMutation(
    mutationFor(createShow, {
      successToast: 'Show created successfully',
      errorToast: 'Failed to create show',
      ...outcome,
    }),
  );
  const update = useMutation(
    mutationFor(updateShow, {
      successToast: 'Show updated successfully',
      errorToast: (error) => (needsChoice(error) ? undefined : 'Failed to update show'),
      ...outcome,
      onError(error) {
        setAsksForChoice(needsChoice(error));
        outcome.onError(error);
      },
    }),
  );
  const isPending = create.isPending || update.isPending;
  const save = (base: Show | undefined, predictions?: ReopeningChoice) =>
    form.handleSubmit((fields) => {
      const selectedOffset = isAmbiguous && offsets.includes(offset) ? offset : '';
      const date = getDateToSend(fields, selectedOffset, show);
      const body = { ...fields, date, locksAt: getLockToSend(fields, show) };
      if (!show || !base) return create.mutate({ body });
      const changes = pickChangedFields(body, show);
      if (Object.keys(changes).length === 0) return onClose();
      return update.mutate({
        params: { id: show.id },
        body: { ...changes, version: base.version, predictions },
      });
    });
  function takeTheirs() {
    setOffset(current ? getUtcOffset(current.date, current.timeZone) : '');
    edit.takeTheirs();
  }

  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={show ? 'Edit Show' : 'Create Show'}
      submitLabel={show ? 'Update Show' : 'Create Show'}
      pending={isPending}
      pendingText={show ? 'Updating...' : 'Creating...'}
      onSubmit={save(show)}
    >
      <TextField
        className="sm:col-span-2"
        label="Name"
        error={errors.name?.message}
        {...register('name')}
      />
      <TextField
        className="sm:col-span-2"
        label="Venue (optional)"
        error={errors.venue?.message}
        {...register('venue')}
      />
      <TextField label="City" error={errors.city?.message} {...register('city')} />
      <TextField label="State (optional)" error={errors.state?.message} {...register('state')} />
      <TextField label="Country" error={errors.country?.message} {...register('country')} />
      <Controller
        control={control}
        name="timeZone"
        render={({ field }) => (
          <Combobox
            {...field}
            label="Time zone"
            options={listTimeZoneOptions(timeZone)}
            value={field.value ?? null}
            error={errors.timeZone?.message}
          />
        )}
      />
      <TextField
        className="sm:col-span-2"
        type="datetime-local"
        label="Date and time"
        hint="In the venue's local time."
        error={errors.date?.message}
        {...register('date')}
      />
      {isAmbiguous && (
        <SelectField
          className="sm:col-span-2"
          label="First or second"
          hint="The clocks go back that night, so this time occurs twice."
          placeholder="Choose"
          value={offsets.includes(offset) ? offset : ''}
          onChange={({ target }) => setOffset(target.value)}
          options={offsets.map((option, index) => ({
            value: option,
            label: `${index === 0 ? 'The first' : 'The second'} (UTC${option})`,
          }))}
        />
      )}
      <TextField
        className="sm:col-span-2"
        type="datetime-local"
        label="Predictions lock (optional)"
        hint="If empty, an hour before the start."
        error={errors.locksAt?.message}
        {...register('locksAt')}
      />
      <TextField
        className="sm:col-span-2"
        label="Tour name (optional)"
        error={errors.tourName?.message}
        {...register('tourName')}
      />
      {asksForChoice && show && (
        <ReopeningPanel
          showId={show.id}
          pending={isPending}
          onChoose={(choice) => void save(show, choice)()}
        />
      )}
      {theirs && open && !isPending && (
        <ConflictPanel
          message={edit.conflictMessage}
          rows={listDifferingFields(toFields(theirs, band), form.watch(), LABELS, formatField)}
          onTakeTheirs={takeTheirs}
          onSendYours={() => void save(theirs)()}
          pending={isPending}
        />
      )}
    </FormDialog>
  );
}

function needsChoice(error: unknown): boolean {
  return getErrorCode(error) === 'reopening-choice';
}

const LABELS = {
  name: 'Name',
  venue: 'Venue',
  city: 'City',
  state: 'State',
  country: 'Country',
  date: 'Date and time',
  timeZone: 'Time zone',
  tourName: 'Tour name',
  locksAt: 'Predictions lock',
};

function formatField(fields: Fields, name: keyof Fields): string {
  const text = fields[name] ?? '';
  return name === 'date' || name === 'locksAt' ? text.replace('T', ' ') : text;
}

function toFields(show: Show | undefined, band: Band): Fields {
  if (!show)
    return {
      name: '',
      venue: '',
      city: '',
      state: '',
      country: band.defaultCountry,
      date: '',
      timeZone: band.timeZone,
      tourName: '',
      locksAt: '',
    };
  const { name, venue, city, state, country, timeZone, tourName } = show;
  const date = toLocalTime(show.date, timeZone);
  const locksAt = show.locksAt ? toLocalTime(show.locksAt, timeZone) : '';
  return { name, venue, city, state, country, date, timeZone, tourName, locksAt };
}

/** The server reads a local time in the show's zone. An unchanged date keeps its seconds. */
function getDateToSend(body: ShowBody, offset: string, show: Show | undefined): string {
  const isUntouched =
    show &&
    body.timeZone === show.timeZone &&
    body.date === toLocalTime(show.date, show.timeZone) &&
    (offset === '' || offset === getUtcOffset(show.date, show.timeZone));
  return isUntouched ? show.date : body.date + offset;
}

/** The server moves an unchanged lock with the start. */
function getLockToSend({ locksAt, timeZone }: ShowBody, show: Show | undefined) {
  const isUntouched =
    show?.locksAt &&
    timeZone === show.timeZone &&
    locksAt === toLocalTime(show.locksAt, show.timeZone);
  return isUntouched ? show.locksAt : locksAt;
}
