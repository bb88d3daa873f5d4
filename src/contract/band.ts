import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { EXPECTED_SETLIST_LENGTH } from './setlists.ts';

const link = z.object({ label: z.string().min(1), url: z.url({ protocol: /^https?$/ }) });

/** What every page may know of the product and the band; it comes from the band pack. */
export const band = z.object({
  productName: z.string().min(1).max(60),
  bandName: z.string().min(1).max(120),
  tagline: z.string().min(1),
  /** Foot of a scorecard: 'The setlist game of … fans'. */
  gameTagline: z.string().min(1),
  officialLinks: z.array(link).min(1),
  socialLinks: z.array(link.extend({ network: z.string().min(1) })).length(3),
  fanSpotlight: z.array(link.extend({ title: z.string().min(1), text: z.string().min(1) })).min(1),
  contactEmail: z.email(),
  donationEmail: z.email(),
  bugReportEmail: z.email(),
  defaultCountry: z.string().min(1).max(100),
  timeZone: z.string().min(1),
  /** About how many songs a show of theirs has. */
  setlistLength: z.int().min(1).max(100).default(EXPECTED_SETLIST_LENGTH),
});
export type Band = z.output<typeof band>;

export const getBand = endpoint({
  method: 'GET',
  path: '/api/band',
  who: 'anyone',
  summary: 'Public facts of the product and the band',
  status: 200,
  returns: band,
  dependsOn: [],
});
