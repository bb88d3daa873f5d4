import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import type { z } from 'zod';
import type { Band } from '#contract/band.ts';
import { createShow, createShowBody, type Show, updateShow } from '#contract/shows.ts';
import { call } from '#web/http/call.ts';
import { showIssues } from '#web/http/show-issues.ts';
import { useChange } from '#web/http/use-change.ts';
import { localTimeOf, offsetAt, offsetsOf } from '#web/time/local-time.ts';
import { Combobox } from '#web/ui/combobox.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { timeZoneOptions } from './time-zone-options.ts';

type Fields = z.input<typeof createShowBody>;
type ShowBody = z.output<typeof createShowBody>;

type ShowDialogProps = {
  /** The show to edit; without one a new one is created. */
  show: Show | undefined;
  band: Band;
  open: boolean;
  onClose: () => void;
};

/** Creates or edits a show. Date and time are the venue's own. */
export function ShowDialog({ show, band, open, onClose }: ShowDialogProps) {
  const form = useForm<Fields, unknown, ShowBody>({
    resolver: zodResolver(createShowBody),
    defaultValues: fieldsOf(show, band),
  });
  const { register, control, watch, setError } = form;
  const { errors } = form.formState;
  const [offset, setOffset] = useState(show ? offsetAt(show.date, show.timeZone) : '');
  const [date, timeZone = band.timeZone] = watch(['date', 'timeZone']);
  const offsets = offsetsOf(date, timeZone);
  const isTwice = offsets.length === 2;

  const change = useChange({
    call: (body: ShowBody) =>
      show ? call(updateShow, { params: { id: show.id }, body }) : call(createShow, { body }),
    done: show ? 'Show updated successfully' : 'Show created successfully',
    failed: show ? 'Failed to update show' : 'Failed to create show',
  });
  const save = form.handleSubmit((body) => {
    const chosen = isTwice && offsets.includes(offset) ? offset : '';
    const sent = { ...body, date: dateToSend(body, chosen, show) };
    return change.run(sent, {
      onDone: onClose,
      onRefused: (error) => showIssues(error, setError, FIELDS),
    });
  });

  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={show ? 'Edit Show' : 'Create Show'}
      submitLabel={show ? 'Update Show' : 'Create Show'}
      pending={change.isPending}
      pendingText={show ? 'Updating...' : 'Creating...'}
      onSubmit={save}
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
            options={timeZoneOptions(timeZone)}
            value={field.value ?? null}
            error={errors.timeZone?.message}
          />
        )}
      />
      <TextField
        className="sm:col-span-2"
        type="datetime-local"
        label="Date and time"
        hint="By the venue's own clock."
        error={errors.date?.message}
        {...register('date')}
      />
      {isTwice && (
        <SelectField
          className="sm:col-span-2"
          label="Which of the two"
          hint="The clocks go back that night, so this time comes twice."
          placeholder="Choose"
          value={offsets.includes(offset) ? offset : ''}
          onChange={({ target }) => setOffset(target.value)}
          options={offsets.map((one, index) => ({
            value: one,
            label: `${index === 0 ? 'The first' : 'The second'} (UTC${one})`,
          }))}
        />
      )}
      <TextField
        className="sm:col-span-2"
        label="Tour name (optional)"
        error={errors.tourName?.message}
        {...register('tourName')}
      />
    </FormDialog>
  );
}

const FIELDS = [
  'name',
  'venue',
  'city',
  'state',
  'country',
  'date',
  'timeZone',
  'tourName',
] as const;

function fieldsOf(show: Show | undefined, band: Band): Fields {
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
    };
  const { name, venue, city, state, country, timeZone, tourName } = show;
  const date = localTimeOf(show.date, timeZone);
  return { name, venue, city, state, country, date, timeZone, tourName };
}

/** The local time, for the server to read in the show's zone; an untouched date as it was, to the second. */
function dateToSend(body: ShowBody, offset: string, show: Show | undefined): string {
  const isUntouched =
    show &&
    body.timeZone === show.timeZone &&
    body.date === localTimeOf(show.date, show.timeZone) &&
    (offset === '' || offset === offsetAt(show.date, show.timeZone));
  return isUntouched ? show.date : body.date + offset;
}
