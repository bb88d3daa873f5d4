import { z } from 'zod';
import { email, profileFields, username } from '#contract/accounts.ts';
import { band } from '#contract/band.ts';
import { addSetlistSongBody } from '#contract/setlists.ts';
import { temporaryPassword } from '#contract/setup.ts';
import { createShowBody } from '#contract/shows.ts';
import { createSongBody, DEFAULT_CATEGORY, RARITIES } from '#contract/songs.ts';
import { isTimeZone } from '../shows/show-date.ts';

const key = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be words of a to z and 0 to 9, joined by hyphens')
  // With the band's name before it, it still fits its column.
  .max(120, 'At most 120 characters');

const timeZone = z.string().refine(isTimeZone, 'must be an IANA time zone like America/New_York');

/** Days reach a century back and ten years ahead: a slip like a date as a number is caught. */
const day = wholeNumber(-36_500, 3650);

/** `band.json`: the public facts, and the password that the Setup tab offers. */
export const bandFile = z.strictObject({
  ...band.shape,
  timeZone,
  temporaryPassword,
});

export const songRow = z
  .object({
    key,
    title: createSongBody.shape.title,
    album: orNull(createSongBody.shape.album),
    rarity: z.enum(RARITIES, `must be one of ${RARITIES.join(', ')}`),
    category: emptyAsNull(createSongBody.shape.category).transform((c) => c ?? DEFAULT_CATEGORY),
    timesPlayed: wholeNumber(0, 100_000),
    firstPlayedDay: emptyAsNull(day),
    lastPlayedDay: emptyAsNull(day),
    averagePosition: emptyAsNull(
      z.string().regex(/^[1-9]\d{0,2}(\.\d{1,2})?$/, 'must be a number like 12.50, at least 1'),
    ),
  })
  .superRefine((song, context) => {
    const figures = [song.firstPlayedDay, song.lastPlayedDay, song.averagePosition];
    const played = song.timesPlayed > 0;
    if (figures.some((figure) => (figure !== null) !== played))
      context.addIssue(
        'firstPlayedDay, lastPlayedDay and averagePosition go with a timesPlayed above 0, and only with it',
      );
    if ((song.firstPlayedDay ?? 0) > (song.lastPlayedDay ?? 0))
      context.addIssue('firstPlayedDay must not be after lastPlayedDay');
  });

export const showRow = z.object({
  key,
  name: createShowBody.shape.name,
  venue: orNull(createShowBody.shape.venue),
  city: createShowBody.shape.city,
  state: orNull(createShowBody.shape.state),
  country: orNull(createShowBody.shape.country),
  timeZone: emptyAsNull(timeZone),
  day,
  time: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time from 00:00 to 23:59'),
  tourName: orNull(createShowBody.shape.tourName),
});

export const setlistRow = z.object({
  show: key,
  position: wholeNumber(1, 1000),
  song: key,
  set: orNull(addSetlistSongBody.shape.setLabel),
  closer: z.enum(['yes', ''], "must be 'yes' or empty"),
  minutes: emptyAsNull(wholeNumber(0, 1440)),
  notes: orNull(addSetlistSongBody.shape.notes),
});

export const userRow = z.object({
  email,
  username,
  favoriteSong: emptyAsNull(profileFields.shape.favoriteSong),
  homeVenue: emptyAsNull(profileFields.shape.homeVenue),
});

function wholeNumber(from: number, to: number) {
  const reason = `must be a whole number from ${from} to ${to}`;
  return z
    .string()
    .regex(/^-?\d{1,9}$/, reason)
    .transform(Number)
    .refine((number) => number >= from && number <= to, reason);
}

function emptyAsNull<S extends z.ZodType>(schema: S) {
  return z.preprocess((cell) => (cell === '' ? null : cell), schema.nullable());
}

function orNull<S extends z.ZodType<string | null | undefined>>(schema: S) {
  return schema.transform((text) => text ?? null);
}
