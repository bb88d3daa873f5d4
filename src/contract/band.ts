import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { EXPECTED_SETLIST_LENGTH } from './setlists.ts';

export const BAND_LENGTHS = {
  productName: 60,
  bandName: 120,
  line: 200,
  label: 80,
  url: 500,
  text: 500,
} as const;
export const MAX_LINKS = 12;

const link = z.object({
  label: z.string().min(1).max(BAND_LENGTHS.label),
  url: z
    .url({ protocol: /^https?$/ })
    .max(BAND_LENGTHS.url)
    .refine(hasNoUserInfo, 'A link must not contain a username or password'),
});

/** Such a URL looks like another site's. Browsers treat a backslash as '/'. */
export function hasNoUserInfo(url: string): boolean {
  return !/^https?:[\\/]*[^\\/?#]*@/i.test(url);
}

export const DEFAULT_START = '20:00';
export const clockTime = z
  .stringFormat('clock-time', /^([01]\d|2[0-3]):[0-5]\d$/)
  .meta({ id: 'ClockTime' });

const hexColor = z.stringFormat('hex-color', /^#[0-9a-f]{6}$/);

export const band = z
  .object({
    productName: z.string().trim().min(1).max(BAND_LENGTHS.productName),
    bandName: z.string().trim().min(1).max(BAND_LENGTHS.bandName),
    tagline: z.string().trim().min(1).max(BAND_LENGTHS.line),
    gameTagline: z.string().trim().min(1).max(BAND_LENGTHS.line),
    officialLinks: z.array(link).min(1, 'One link is required').max(MAX_LINKS),
    socialLinks: z
      .array(link.extend({ network: z.string().min(1).max(BAND_LENGTHS.label) }))
      .max(MAX_LINKS)
      .default([]),
    fanSpotlight: z
      .array(
        link.extend({
          title: z.string().min(1).max(BAND_LENGTHS.label),
          text: z.string().min(1).max(BAND_LENGTHS.text),
        }),
      )
      .max(MAX_LINKS)
      .default([]),
    contactEmail: z.email(),
    /** Defaults to `contactEmail` if null. */
    donationEmail: z.email().nullable().default(null),
    bugReportEmail: z.email(),
    defaultCountry: z.string().min(1).max(100),
    timeZone: z.string().min(1).max(64),
    usualStart: clockTime.default(DEFAULT_START),
    setlistLength: z.int().min(1).max(100).default(EXPECTED_SETLIST_LENGTH),
    /** Accent colors; null means the defaults. */
    colors: z.object({ dark: hexColor, light: hexColor }).nullable().default(null),
    /** 0 until the settings change. */
    version: z.int().min(0).default(0),
  })
  .meta({ id: 'Band' });
export type Band = z.output<typeof band>;

export const getBand = endpoint('getBand', {
  method: 'GET',
  path: '/api/band',
  tag: 'band',
  who: 'anyone',
  summary: 'Get the public settings of the site and its band',
  status: 200,
  returns: band,
  dependsOn: ['band'],
});
