import { useQuery } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import type { BodyInputOf, BodyOf } from '#contract/endpoint.ts';
import {
  type createLeague,
  LEAGUE_COLORS,
  LEAGUE_LIMITS,
  LEAGUE_NAME_MAX,
} from '#contract/leagues.ts';
import { listShows, type Show } from '#contract/shows.ts';
import { lazyResolver } from '#web/http/lazy-resolver.ts';
import { Loaded } from '#web/http/loaded.tsx';
import { queryFor } from '#web/http/query-for.ts';
import { serverNow } from '#web/time/server-clock.ts';
import { shortDate } from '#web/time/venue-time.ts';
import { classes } from '#web/ui/class-names.ts';
import { CheckboxField } from '#web/ui/form/checkbox-field.tsx';
import { SelectField } from '#web/ui/form/select-field.tsx';
import { TextField } from '#web/ui/form/text-field.tsx';
import { SkeletonRows } from '#web/ui/loading/skeleton.tsx';
import { FormDialog } from '#web/ui/overlay/form-dialog.tsx';
import { LEAGUE_BACKGROUNDS } from './league-mark.tsx';

type LeagueBody = BodyOf<typeof createLeague>;
type LeagueFields = BodyInputOf<typeof createLeague>;

const resolver = lazyResolver<LeagueFields, LeagueBody>(
  async () => (await import('#contract/leagues.ts')).createLeagueBody,
);

export const NEW_LEAGUE: LeagueFields = {
  name: '',
  color: 'blue',
  isListed: false,
  startShowId: '',
};

type LeagueFormProps = {
  title: string;
  submitLabel: string;
  pendingText: string;
  pending: boolean;
  values: LeagueFields;
  onClose: () => void;
  onSave: (body: LeagueBody) => void;
};

export function LeagueForm(props: LeagueFormProps) {
  const shows = useQuery(queryFor(listShows));
  const form = useForm<LeagueFields, unknown, LeagueBody>({
    resolver,
    defaultValues: props.values,
  });
  const { register, formState } = form;
  const { errors } = formState;
  return (
    <FormDialog open {...props} disabled={!shows.data} onSubmit={form.handleSubmit(props.onSave)}>
      <TextField
        label="Name"
        className="sm:col-span-2"
        dir="auto"
        autoComplete="off"
        maxLength={LEAGUE_NAME_MAX}
        error={errors.name?.message}
        {...register('name')}
      />
      {/* A select loses its value if it registers before its options exist. */}
      <Loaded
        query={shows}
        className="sm:col-span-2"
        label="Loading the shows"
        errorMessage="The shows could not be loaded."
        skeleton={<SkeletonRows count={1} />}
      >
        {(loadedShows) => (
          <SelectField
            label="Counts from"
            className="sm:col-span-2"
            hint="Points count from this show on, even for members who join later."
            placeholder="Choose a show"
            options={listStartShows(loadedShows, serverNow())}
            error={errors.startShowId?.message}
            {...register('startShowId')}
          />
        )}
      </Loaded>
      <fieldset className="sm:col-span-2">
        <legend className="mb-2 font-semibold text-sm">Color</legend>
        <div className="flex flex-wrap gap-2.5">
          {LEAGUE_COLORS.map((color) => (
            <label key={color} className="relative flex size-11">
              <input
                type="radio"
                value={color}
                aria-label={color}
                className={classes(
                  LEAGUE_BACKGROUNDS[color],
                  'size-full cursor-pointer appearance-none rounded-control checked:outline-2 checked:outline-text checked:outline-offset-3 focus-visible:outline-2 focus-visible:outline-focus focus-visible:outline-offset-3',
                )}
                {...register('color')}
              />
            </label>
          ))}
        </div>
      </fieldset>
      <CheckboxField
        label="Anyone can find and join it"
        className="sm:col-span-2"
        hint={`Otherwise, only fans with the link can join, up to ${LEAGUE_LIMITS.privateMembers}.`}
        error={errors.isListed?.message}
        {...register('isListed')}
      />
    </FormDialog>
  );
}

function listStartShows(shows: readonly Show[], now: number) {
  const isPast = ({ date }: Show) => Date.parse(date) < now;
  const byDate = shows.toSorted((a, b) => Date.parse(a.date) - Date.parse(b.date));
  const past = byDate.filter(isPast).reverse();
  return [...byDate.filter((show) => !isPast(show)), ...past].map((show) => ({
    value: show.id,
    label: `${shortDate(show.date, show.timeZone)} · ${show.name}`,
  }));
}
