import type { z } from 'zod';
import { band } from './band.ts';
import { baseVersion, endpoint, hasChanges, NOTHING_TO_CHANGE } from './endpoint.ts';

/** Has no defaults, because the form sends every field. */
export const bandSettings = band.omit({ version: true }).extend({
  socialLinks: band.shape.socialLinks.unwrap(),
  fanSpotlight: band.shape.fanSpotlight.unwrap(),
  donationEmail: band.shape.donationEmail.unwrap(),
  usualStart: band.shape.usualStart.unwrap(),
  setlistLength: band.shape.setlistLength.unwrap(),
  colors: band.shape.colors.unwrap(),
});
export type BandSettings = z.output<typeof bandSettings>;

export const updateBand = endpoint('updateBand', {
  method: 'PATCH',
  path: '/api/admin/band',
  tag: 'band',
  who: 'admin',
  summary: 'Change the names, links, colors, time zone and default start time of the band',
  body: bandSettings
    .partial()
    .extend({ version: baseVersion })
    .refine(hasChanges, NOTHING_TO_CHANGE),
  status: 200,
  returns: band,
});
