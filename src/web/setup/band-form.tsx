import { Controller, useForm } from 'react-hook-form';
import type { Band } from '#contract/band.ts';
import { type BandSettings, updateBand } from '#contract/band-settings.ts';
import { lazyResolver } from '#web/http/lazy-resolver.ts';
import { mutationFor, useMutation } from '#web/http/mutation-for.ts';
import { setFieldErrors } from '#web/http/set-field-errors.ts';
import { listTimeZoneOptions } from '#web/time/time-zones.ts';
import { Button } from '#web/ui/button.tsx';
import { Combobox } from '#web/ui/form/combobox.tsx';
import { TextField } from '#web/ui/form/text-field.tsx';
import { ColorsField } from './colors-field.tsx';
import { LinkListField } from './link-list-field.tsx';

const OMITTED_ON_FIRST_START = {
  socialLinks: true,
  fanSpotlight: true,
  donationEmail: true,
  bugReportEmail: true,
  setlistLength: true,
} as const;

const fullResolver = lazyResolver<BandSettings, BandSettings>(
  async () => (await import('#contract/band-settings.ts')).bandSettings,
);
const firstStartResolver = lazyResolver<BandSettings, BandSettings>(async () => {
  const { bandSettings } = await import('#contract/band-settings.ts');
  return bandSettings.omit(OMITTED_ON_FIRST_START) as unknown as typeof bandSettings;
});

type BandFormProps = {
  band: Band;
  isFirstStart?: boolean;
  submitLabel: string;
  onSaved?: () => void;
};

export function BandForm({ band, isFirstStart = false, submitLabel, onSaved }: BandFormProps) {
  const form = useForm<BandSettings>({
    resolver: isFirstStart ? firstStartResolver : fullResolver,
    defaultValues: isFirstStart ? createBlankBand(band) : band,
  });
  const { register, control, setValue, getFieldState, setError } = form;
  const { errors } = form.formState;
  const listForm = { control, register, errors };
  const save = useMutation(
    mutationFor(updateBand, {
      successToast: 'Band updated successfully',
      errorToast: 'Failed to update the band',
      onSuccess: showColors,
    }),
  );
  const submit = form.handleSubmit((values) => {
    const { contactEmail } = values;
    const omittedValues = isFirstStart && {
      ...{ socialLinks: [], fanSpotlight: [], donationEmail: null, bugReportEmail: contactEmail },
    };
    return save.mutate(
      { body: { ...values, ...omittedValues, version: band.version } },
      {
        onError: (error) =>
          setFieldErrors(error, setError, ['timeZone', 'productName', 'bandName']),
        onSuccess: () => onSaved?.(),
      },
    );
  });
  return (
    <form noValidate onSubmit={submit} className="grid gap-5 sm:grid-cols-2">
      <TextField
        label="Band"
        error={errors.bandName?.message}
        {...register('bandName', {
          onChange({ target }) {
            // Fills in the tagline until the user edits it.
            if (isFirstStart && !getFieldState('gameTagline').isDirty)
              setValue('gameTagline', `The setlist game of ${target.value} fans`);
          },
        })}
      />
      <TextField
        label="Site name"
        error={errors.productName?.message}
        {...register('productName')}
      />
      <TextField label="Tagline" error={errors.tagline?.message} {...register('tagline')} />
      <TextField
        label="Scorecard footer"
        error={errors.gameTagline?.message}
        {...register('gameTagline')}
      />
      <LinkListField
        name="officialLinks"
        title="Official links"
        itemName="link"
        columns={{ label: 'Text', url: 'URL' }}
        form={listForm}
      />
      {!isFirstStart && (
        <>
          <LinkListField
            name="socialLinks"
            title="Social links"
            itemName="link"
            columns={{ network: 'Network', label: 'Text', url: 'URL' }}
            form={listForm}
          />
          <LinkListField
            name="fanSpotlight"
            title="Fan Spotlight"
            hint="Fan sites, shown on the landing page."
            itemName="entry"
            columns={{
              title: 'Title',
              text: 'Description',
              label: 'Link text',
              url: 'URL',
            }}
            form={listForm}
          />
        </>
      )}
      <Controller
        control={control}
        name="colors"
        render={({ field }) => <ColorsField value={field.value} onChange={field.onChange} />}
      />
      <Controller
        control={control}
        name="timeZone"
        render={({ field }) => (
          <Combobox
            {...field}
            label="Time zone"
            options={listTimeZoneOptions(field.value)}
            error={errors.timeZone?.message}
          />
        )}
      />
      <TextField
        label="Default start time"
        type="time"
        error={errors.usualStart?.message}
        {...register('usualStart')}
      />
      <TextField
        label="Country"
        error={errors.defaultCountry?.message}
        {...register('defaultCountry')}
      />
      {!isFirstStart && (
        <TextField
          label="Typical number of songs"
          type="number"
          inputMode="numeric"
          min={1}
          max={100}
          error={errors.setlistLength?.message}
          {...register('setlistLength', { valueAsNumber: true })}
        />
      )}
      <TextField
        label="Contact email"
        hint={isFirstStart ? 'Shown publicly.' : undefined}
        type="email"
        autoCapitalize="none"
        error={errors.contactEmail?.message}
        {...register('contactEmail')}
      />
      {!isFirstStart && (
        <>
          <TextField
            label="Bug report email"
            type="email"
            autoCapitalize="none"
            error={errors.bugReportEmail?.message}
            {...register('bugReportEmail')}
          />
          <TextField
            label="Donation email (optional)"
            type="email"
            autoCapitalize="none"
            error={errors.donationEmail?.message}
            {...register('donationEmail', { setValueAs: (text: string | null) => text || null })}
          />
        </>
      )}
      <Button
        type="submit"
        variant="lamp"
        className="justify-self-start max-sm:w-full sm:col-span-2"
        pending={save.isPending}
        pendingText="Updating..."
      >
        {submitLabel}
      </Button>
    </form>
  );
}

function createBlankBand({ productName, tagline, colors, setlistLength }: Band): BandSettings {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return {
    ...{ productName, tagline, colors, setlistLength },
    bandName: '',
    gameTagline: '',
    officialLinks: [{ label: '', url: '' }],
    socialLinks: [],
    fanSpotlight: [],
    contactEmail: '',
    donationEmail: null,
    bugReportEmail: '',
    defaultCountry: 'USA',
    timeZone,
    usualStart: '20:00',
  };
}

function showColors({ colors, version }: Band) {
  const existing = document.querySelector<HTMLLinkElement>('link[href^="/band.css"]');
  if (!colors) return existing?.remove();
  const link = existing ?? document.head.appendChild(document.createElement('link'));
  link.rel = 'stylesheet';
  link.href = `/band.css?v=${version}`;
}
