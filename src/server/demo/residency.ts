import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { tzOffset } from '@date-fns/tz';
import { z } from 'zod';
import { HOUR, MINUTE } from '#contract/durations.ts';
import { toWallTime } from '#contract/local-time.ts';
import { SHOW_LENGTHS } from '#contract/shows.ts';
import { buildImportKey } from '../catalog/band-pack/import-key.ts';

/** Late, so that visitors can predict a show and then watch it. */
const LOCK_MS = 5 * MINUTE;
const HOURS_AHEAD = 6;

export const POST_MOMENTS = ['doors', 'opener', 'song', 'break', 'encore', 'end'] as const;

const residencySchema = z.strictObject({
  key: z.string().regex(/^[a-z]+$/),
  /** `{time}` stands for the start in local time, such as '9 pm'. */
  name: z.string().max(SHOW_LENGTHS.name),
  venue: z.string().max(SHOW_LENGTHS.venue),
  city: z.string().max(SHOW_LENGTHS.city),
  state: z.string().max(SHOW_LENGTHS.state),
  country: z.string().max(SHOW_LENGTHS.country),
  timeZone: z.string().max(SHOW_LENGTHS.timeZone),
  tourName: z.string().max(SHOW_LENGTHS.tourName),
  talk: z
    .array(z.strictObject({ after: z.enum(POST_MOMENTS), content: z.string().min(1) }))
    .default([]),
});

/** A series with a show every hour, so that visitors always find a live one. */
export type Residency = z.output<typeof residencySchema>;

/** Returns undefined for packs without a residency, such as those of real bands. */
export async function readResidency(packFolder: string): Promise<Residency | undefined> {
  const text = await readFile(join(packFolder, 'residency.json'), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : residencySchema.parse(JSON.parse(text));
}

export type PlannedShow = ReturnType<typeof planShows>[number];

/** Returns the show of the current hour and of each of the next `HOURS_AHEAD` hours. */
export function planShows(residency: Residency, bandName: string, now: number) {
  const currentHour = Math.floor(now / HOUR) * HOUR;
  return Array.from({ length: HOURS_AHEAD + 1 }, (_, n) =>
    planShow(residency, bandName, new Date(currentHour + n * HOUR)),
  );
}

function planShow({ key, name, talk: _, ...place }: Residency, bandName: string, date: Date) {
  const importKey = `${buildResidencyKey(bandName, key)}${date.toISOString().slice(0, 13)}`;
  return {
    ...place,
    id: createStableId(importKey),
    importKey,
    name: name.replace('{time}', formatHour(date, place.timeZone)),
    date,
    locksAt: new Date(date.getTime() - LOCK_MS),
  };
}

/** Returns the prefix of the import keys of all the residency's shows. */
export function buildResidencyKey(bandName: string, key: string): string {
  return buildImportKey(bandName, `${key}-`);
}

/** The same show always gets the same ID, even if several servers add it. */
function createStableId(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex');
  // Version 8 and the variant of RFC 9562.
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `a${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}

function formatHour(date: Date, timeZone: string): string {
  const hour = toWallTime(date, (instant) => tzOffset(timeZone, instant)).getUTCHours();
  if (hour % 12 === 0) return hour === 0 ? 'midnight' : 'noon';
  return hour < 12 ? `${hour} am` : `${hour - 12} pm`;
}
