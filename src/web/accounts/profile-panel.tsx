import { useQuery } from '@tanstack/react-query';
import { Controller, useForm } from 'react-hook-form';
import { Link } from 'wouter';
import {
  BIO_MAX,
  type CurrentUser,
  PROFILE_FIELDS,
  type ProfileField,
  updateProfile,
} from '#contract/accounts.ts';
import type { BodyInputOf } from '#contract/endpoint.ts';
import { paths } from '#contract/pages.ts';
import { listSongs, type Song } from '#contract/songs.ts';
import { lazyResolver } from '#web/http/lazy-resolver.ts';
import { mutationFor, useMutation } from '#web/http/mutation-for.ts';
import { queryFor } from '#web/http/query-for.ts';
import { setFieldErrors } from '#web/http/set-field-errors.ts';
import { sessionQuery } from '#web/session/session-query.ts';
import { useUser } from '#web/session/use-user.ts';
import { Button } from '#web/ui/button.tsx';
import { CheckboxField } from '#web/ui/form/checkbox-field.tsx';
import { Combobox } from '#web/ui/form/combobox.tsx';
import type { Option } from '#web/ui/form/combobox-option.tsx';
import { TextAreaField } from '#web/ui/form/text-area-field.tsx';
import { TextField } from '#web/ui/form/text-field.tsx';
import { Panel } from '#web/ui/panel.tsx';

type Fields = Required<
  Omit<BodyInputOf<typeof updateProfile>, 'hasPrivateSheets' | 'hidesSpoilers'>
>;

const resolver = lazyResolver<Fields, Fields>(
  async () => (await import('#contract/accounts.ts')).profileFields,
);

export function ProfilePanel() {
  const user = useUser();
  const songs = useQuery(queryFor(listSongs));
  const { register, control, handleSubmit, formState, reset, setError } = useForm<Fields>({
    resolver,
    defaultValues: toFields(user),
  });
  const { errors, isSubmitting, isDirty } = formState;

  const update = useMutation(
    mutationFor(updateProfile, {
      successToast: 'Profile updated successfully',
      errorToast: 'Failed to update profile',
      onSuccess(updatedUser, _input, _, { client }) {
        reset(toFields(updatedUser));
        client.setQueryData(sessionQuery.queryKey, updatedUser);
      },
      onError: (error) => setFieldErrors(error, setError, ['username', ...PROFILE_FIELDS]),
    }),
  );
  const save = handleSubmit((body) => update.mutate({ body }));

  return (
    <Panel title="Profile">
      <form noValidate onSubmit={save} className="grid gap-5 px-4.5 pb-5">
        <TextField
          label="Username"
          hint="Shown on the leaderboards."
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          error={errors.username?.message}
          {...register('username')}
        />
        <TextField
          label="Email"
          type="email"
          hint="Can't be changed here."
          value={user.email}
          readOnly
          autoComplete="email"
        />
        <TextAreaField
          label="Bio"
          rows={3}
          hint={`At most ${BIO_MAX.toLocaleString('en-US')} characters.`}
          error={errors.bio?.message}
          {...register('bio')}
        />
        <Controller
          control={control}
          name="favoriteSong"
          render={({ field }) => (
            <Combobox
              {...field}
              label="Favorite song"
              placeholder={songs.isPending ? 'Loading songs...' : 'Choose a song'}
              hint={songs.error && !songs.data ? 'The song list could not be loaded.' : undefined}
              options={listFavoriteSongOptions(songs.data ?? [], user.favoriteSong)}
              value={field.value || null}
              clearable
              error={errors.favoriteSong?.message}
            />
          )}
        />
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField
            label="Location"
            autoComplete="off"
            error={errors.location?.message}
            {...register('location')}
          />
          <TextField
            label="Home venue"
            hint="The venue you know best."
            autoComplete="off"
            error={errors.homeVenue?.message}
            {...register('homeVenue')}
          />
        </div>
        <Controller
          control={control}
          name="hiddenFields"
          render={({ field }) => (
            <ShownFields hidden={field.value ?? []} onChange={field.onChange} />
          )}
        />
        <Button
          type="submit"
          variant="lamp"
          className="justify-self-start"
          disabled={!isDirty}
          pending={isSubmitting}
          pendingText="Updating..."
        >
          Update profile
        </Button>
      </form>
    </Panel>
  );
}

type ShownFieldsProps = {
  hidden: readonly ProfileField[];
  onChange: (hidden: ProfileField[]) => void;
};

function ShownFields({ hidden, onChange }: ShownFieldsProps) {
  const { username } = useUser();
  return (
    <fieldset>
      <legend className="pb-1 font-semibold">
        Shown on{' '}
        <Link href={paths.fan({ username })} className="underline underline-offset-4">
          your fan page
        </Link>
      </legend>
      <div className="grid grid-cols-2 gap-x-4 sm:grid-cols-4">
        {PROFILE_FIELDS.map((name) => (
          <CheckboxField
            key={name}
            label={FIELD_LABELS[name]}
            checked={!hidden.includes(name)}
            onChange={({ target }) =>
              onChange(
                PROFILE_FIELDS.filter((other) =>
                  other === name ? !target.checked : hidden.includes(other),
                ),
              )
            }
          />
        ))}
      </div>
    </fieldset>
  );
}

const FIELD_LABELS: Record<ProfileField, string> = {
  bio: 'Bio',
  location: 'Location',
  favoriteSong: 'Song',
  homeVenue: 'Venue',
};

function toFields(user: CurrentUser): Fields {
  const { username, bio, location, favoriteSong, homeVenue, hiddenFields } = user;
  return {
    ...{ username, favoriteSong, hiddenFields },
    ...{ bio: bio ?? '', location: location ?? '', homeVenue: homeVenue ?? '' },
  };
}

/** Values are titles, because the profile stores one. Keeps a deleted favorite. */
function listFavoriteSongOptions(songs: readonly Song[], favorite: string | null): Option[] {
  const options = songs.map(({ title, album }) => ({
    value: title,
    label: title,
    detail: album ?? undefined,
  }));
  const isListed = favorite === null || songs.some(({ title }) => title === favorite);
  return isListed ? options : [{ value: favorite, label: favorite }, ...options];
}
