import { useQuery } from '@tanstack/react-query';
import { Controller, useForm } from 'react-hook-form';
import { type CurrentUser, updateProfile } from '#contract/accounts.ts';
import type { BodyInputOf } from '#contract/endpoint.ts';
import { listSongs, type Song } from '#contract/songs.ts';
import { lazyResolver } from '#web/http/lazy-resolver.ts';
import { mutationFor, useMutation } from '#web/http/mutation-for.ts';
import { queryFor } from '#web/http/query-for.ts';
import { showIssues } from '#web/http/show-issues.ts';
import { sessionQuery } from '#web/session/session-query.ts';
import { useUser } from '#web/session/use-user.ts';
import { Button } from '#web/ui/button.tsx';
import { Combobox } from '#web/ui/form/combobox.tsx';
import type { Option } from '#web/ui/form/combobox-option.tsx';
import { TextField } from '#web/ui/form/text-field.tsx';
import { Panel } from '#web/ui/panel.tsx';

type Fields = Required<BodyInputOf<typeof updateProfile>>;

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
      onError: (error) => showIssues(error, setError, ['username', 'favoriteSong', 'homeVenue']),
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
        <Controller
          control={control}
          name="favoriteSong"
          render={({ field }) => (
            <Combobox
              {...field}
              label="Favorite song"
              placeholder={songs.isPending ? 'Loading songs...' : 'Choose a song'}
              hint={songs.error && !songs.data ? 'The song list could not be loaded.' : undefined}
              options={favoriteSongOptions(songs.data ?? [], user.favoriteSong)}
              value={field.value || null}
              clearable
              error={errors.favoriteSong?.message}
            />
          )}
        />
        <TextField
          label="Home venue"
          hint="The venue you know best."
          autoComplete="off"
          error={errors.homeVenue?.message}
          {...register('homeVenue')}
        />
        <Button
          type="submit"
          variant="lamp"
          className="justify-self-start"
          disabled={!isDirty}
          pending={isSubmitting}
          pendingText="Updating..."
        >
          Update Profile
        </Button>
      </form>
    </Panel>
  );
}

function toFields({ username, favoriteSong, homeVenue }: CurrentUser): Fields {
  return { username, favoriteSong, homeVenue: homeVenue ?? '' };
}

/** Lists songs by title, which the profile stores, plus a stored favorite that no longer exists. */
function favoriteSongOptions(songs: readonly Song[], favorite: string | null): Option[] {
  const options = songs.map(({ title, album }) => ({
    value: title,
    label: title,
    detail: album ?? undefined,
  }));
  const isListed = favorite === null || songs.some(({ title }) => title === favorite);
  return isListed ? options : [{ value: favorite, label: favorite }, ...options];
}
