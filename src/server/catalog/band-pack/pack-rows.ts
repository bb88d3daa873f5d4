import { z } from 'zod';
import { email, profileFields, username } from '#contract/accounts.ts';
import { clockTime } from '#contract/band.ts';
import { addSetlistSongBody, BREAKS } from '#contract/setlists.ts';
import { createShowBody, SHOW_STATUSES, UNKNOWN_CITY } from '#contract/shows.ts';
import { createSongBody, DEFAULT_CATEGORY, RARITIES } from '#contract/songs.ts';
import { SOURCE_ID_MAX, SOURCE_MAX, SOURCE_URL_MAX } from '../../db/schema/imports.ts';
import { isTimeZone } from '../../shows/show-date.ts';
import { archiveDetails } from '../archive-details.ts';

/** Leaves room for the band's name in the column. */
export const MAX_KEY_LENGTH = 120;

const key = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be words of a to z and 0 to 9, joined by hyphens')
  .max(MAX_KEY_LENGTH, `At most ${MAX_KEY_LENGTH} characters`);

const yesOrEmpty = z.enum(['yes', ''], "must be 'yes' or empty");

export const timeZone = z
  .string()
  .refine(isTimeZone, 'must be an IANA time zone like America/New_York');

/** Allows a century back and ten years ahead. The limits catch a date without dashes. */
const day = wholeNumber(-36_500, 3650);

const MAX_MINUTES = 100 * 366 * 24 * 60;

const date = z.iso
  .date('must be a date like 2026-11-28')
  .refine((text) => text >= '1900' && text < '2200', 'must be between 1900 and 2199');

export const OPTIONAL_SONG_COLUMNS = [
  'firstPlayedDay',
  'lastPlayedDay',
  'firstPlayed',
  'lastPlayed',
];
export const OPTIONAL_SHOW_COLUMNS = ['day', 'date', 'time', 'status', 'locksBefore'];
export const OPTIONAL_SETLIST_COLUMNS = ['segue', 'breakAfter'];

export const songRow = z
  .object({
    key,
    title: createSongBody.shape.title,
    album: undefinedToNull(createSongBody.shape.album),
    rarity: z.enum(RARITIES, `must be one of ${RARITIES.join(', ')}`),
    category: emptyToNull(createSongBody.shape.category).transform((c) => c ?? DEFAULT_CATEGORY),
    timesPlayed: wholeNumber(0, 100_000),
    firstPlayedDay: emptyToNull(day),
    lastPlayedDay: emptyToNull(day),
    firstPlayed: emptyToNull(date),
    lastPlayed: emptyToNull(date),
    averagePosition: emptyToNull(
      z.string().regex(/^[1-9]\d{0,2}(\.\d{1,2})?$/, 'must be a number like 12.50, at least 1'),
    ),
  })
  .superRefine((song, context) => {
    const hasDateAndDay = (column: 'firstPlayed' | 'lastPlayed') =>
      song[column] !== null && song[`${column}Day`] !== null;
    if (hasDateAndDay('firstPlayed') || hasDateAndDay('lastPlayed'))
      context.addIssue('a first or last play is either a date or a day, not both');
    const first = song.firstPlayed ?? song.firstPlayedDay;
    const last = song.lastPlayed ?? song.lastPlayedDay;
    const isPlayed = song.timesPlayed > 0;
    // A song can have dates without a count if its plays were never counted.
    const [hasFirst, hasLast] = [first !== null, last !== null];
    if ((song.averagePosition !== null) !== isPlayed || (isPlayed && !(hasFirst && hasLast)))
      context.addIssue(
        'firstPlayedDay, lastPlayedDay and averagePosition are required if timesPlayed is above 0, and must otherwise be empty',
      );
    if (typeof first === typeof last && (first ?? 0) > (last ?? 0))
      context.addIssue('firstPlayedDay must not be after lastPlayedDay');
  });

export const showRow = z
  .object({
    key,
    name: createShowBody.shape.name,
    venue: undefinedToNull(createShowBody.shape.venue),
    /** Archives don't know the city of every show. */
    city: emptyToNull(createShowBody.shape.city).transform((name) => name ?? UNKNOWN_CITY),
    state: undefinedToNull(createShowBody.shape.state),
    country: undefinedToNull(createShowBody.shape.country),
    timeZone: emptyToNull(timeZone),
    day: emptyToNull(day),
    date: emptyToNull(date),
    time: emptyToNull(clockTime),
    tourName: undefinedToNull(createShowBody.shape.tourName),
    /** Null: closed if the start is in the past, else open. */
    status: emptyToNull(z.enum(SHOW_STATUSES, `must be one of ${SHOW_STATUSES.join(', ')}`)),
    /** Minutes before the start. Null: the default of one hour. */
    locksBefore: emptyToNull(wholeNumber(0, MAX_MINUTES)),
  })
  .superRefine(({ day, date }, context) => {
    if ((day === null) === (date === null))
      context.addIssue('a show must have either a date or a day, not both');
  });

export const setlistRow = z.object({
  show: key,
  position: wholeNumber(1, 1000),
  /** Null: the song is unknown or was deleted. */
  song: emptyToNull(key),
  set: undefinedToNull(addSetlistSongBody.shape.setLabel),
  closer: yesOrEmpty,
  minutes: emptyToNull(wholeNumber(0, 1440)),
  notes: undefinedToNull(addSetlistSongBody.shape.notes),
  segue: yesOrEmpty,
  breakAfter: emptyToNull(z.enum(BREAKS, `must be one of ${BREAKS.join(', ')}`)),
});

const cellText = emptyToNull(z.string());

/** Written by exports, so that a later import recognizes the shows. */
export const sourceRow = z.object({
  /** Null: deleted on this site. Imports don't restore it. */
  show: emptyToNull(key),
  source: requiredText(SOURCE_MAX),
  sourceId: requiredText(SOURCE_ID_MAX),
  url: emptyToNull(
    z.url({ protocol: /^https?$/, error: 'must be a link' }).max(SOURCE_URL_MAX, 'is too long'),
  ),
  notes: cellText,
  soundcheck: cellText,
  support: cellText,
  unknownSongs: wholeNumber(0, 1000),
  details: json(archiveDetails),
  setlistHash: z.string().regex(/^[0-9a-f]{64}$/, 'must be 64 hexadecimal digits'),
});

export const userRow = z.object({
  email,
  username,
  favoriteSong: emptyToNull(profileFields.shape.favoriteSong),
  homeVenue: emptyToNull(profileFields.shape.homeVenue),
});

function wholeNumber(min: number, max: number) {
  const reason = `must be a whole number from ${min} to ${max}`;
  return z
    .string()
    .regex(/^-?\d{1,9}$/, reason)
    .transform(Number)
    .refine((number) => number >= min && number <= max, reason);
}

function requiredText(max: number) {
  return z.string().min(1, 'must not be empty').max(max, `At most ${max} characters`);
}

function json<S extends z.ZodType>(schema: S) {
  return z
    .string()
    .transform((text, context): unknown => {
      try {
        return JSON.parse(text);
      } catch {
        context.addIssue('must be JSON');
        return z.NEVER;
      }
    })
    .pipe(schema);
}

function emptyToNull<S extends z.ZodType>(schema: S) {
  return z.preprocess((cell) => (cell === '' ? null : cell), schema.nullable());
}

function undefinedToNull<S extends z.ZodType<string | null | undefined>>(schema: S) {
  return schema.transform((text) => text ?? null);
}
