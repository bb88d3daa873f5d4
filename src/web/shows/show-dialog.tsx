import { useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import type { Band } from '#contract/band.ts';
import type { BodyInputOf, BodyOf } from '#contract/endpoint.ts';
import { createShow, type Show, updateShow } from '#contract/shows.ts';
import { call } from '#web/http/call.ts';
import { rulesFrom } from '#web/http/rules-from.ts';
import { showIssues } from '#web/http/show-issues.ts';
import { useChange } from '#web/http/use-change.ts';
import { changesOf, useOpened } from '#web/http/use-opened.ts';
import { localTimeOf, offsetAt, offsetsOf } from '#web/time/local-time.ts';
import { Combobox } from '#web/ui/combobox.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { TwoVersions } from '#web/ui/two-versions.tsx';
import { timeZoneOptions } from './time-zone-options.ts';

type Fields = BodyInputOf<typeof createShow>;
type ShowBody = BodyOf<typeof createShow>;

const rules = rulesFrom<Fields, ShowBody>(
  async () => (await import('#contract/shows.ts')).createShowBody,
);

type ShowDialogProps = {
  /** The show to edit, as it is now; without one a new one is created. */
  show: Show | undefined;
  band: Band;
  open: boolean;
  onClose: () => void;
};

/** Creates or edits a show. Date and time are the venue's own. */
export function ShowDialog({ show: present, band, open, onClose }: ShowDialogProps) {
  const { opened: show, theirs, ...version } = useOpened(present, (one) => one.detailsVersion);
  const form = useForm<Fields, unknown, ShowBody>({
    resolver: rules,
    defaultValues: fieldsOf(show, band),
  });
  const { register, control, watch, setError } = form;
  const { errors } = form.formState;
  const [offset, setOffset] = useState(show ? offsetAt(show.date, show.timeZone) : '');
  const [date, timeZone = band.timeZone] = watch(['date', 'timeZone']);
  const offsets = offsetsOf(date, timeZone);
  const isTwice = offsets.length === 2;

  const change = useChange({
    call: ({ body, over }: { body: ShowBody; over: Show | undefined }) =>
      over && show
        ? call(updateShow, {
            params: { id: show.id },
            body: { ...changesOf(body, show), detailsVersion: over.detailsVersion },
          })
        : call(createShow, { body }),
    done: show ? 'Show updated successfully' : 'Show created successfully',
    failed: show ? 'Failed to update show' : 'Failed to create show',
  });
  /** `over` is the version of the show that the change starts from. */
  const save = (over: Show | undefined) =>
    form.handleSubmit((fields) => {
      const chosen = isTwice && offsets.includes(offset) ? offset : '';
      const body = { ...fields, date: dateToSend(fields, chosen, show) };
      if (show && Object.keys(changesOf(body, show)).length === 0) return onClose();
      return change.run(
        { body, over },
        {
          onDone: onClose,
          onRefused(error) {
            version.noteRefusal(error);
            showIssues(error, setError, FIELDS);
          },
        },
      );
    });
  function takeTheirs() {
    form.reset(fieldsOf(present, band));
    setOffset(present ? offsetAt(present.date, present.timeZone) : '');
    version.takeTheirs();
  }

  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={show ? 'Edit Show' : 'Create Show'}
      submitLabel={show ? 'Update Show' : 'Create Show'}
      pending={change.isPending}
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
      {theirs && open && !change.isPending && (
        <TwoVersions
          sentence={version.refusal}
          rows={differences(fieldsOf(theirs, band), form.watch())}
          onTakeTheirs={takeTheirs}
          onSendYours={() => void save(theirs)()}
          pending={change.isPending}
        />
      )}
    </FormDialog>
  );
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
};
const FIELDS = Object.keys(LABELS) as (keyof typeof LABELS)[];

function differences(theirs: Fields, yours: Fields) {
  const words = (fields: Fields, key: keyof typeof LABELS) =>
    (fields[key] ?? '').replace('T', key === 'date' ? ' ' : 'T');
  return FIELDS.filter((key) => words(theirs, key) !== words(yours, key)).map((key) => ({
    label: LABELS[key],
    theirs: words(theirs, key),
    yours: words(yours, key),
  }));
}

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
