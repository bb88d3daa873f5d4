import { z } from 'zod';
import type { Band } from './band.ts';
import { endpoint, idParams, NOTHING_TO_CHANGE, namesAChange } from './endpoint.ts';
import type { SharedCard } from './scorecard.ts';

/** A public link to one's prediction: whoever has `url` sees its card, until it is revoked. */
export const share = z.object({
  url: z.url(),
  /** Whether the songs are shown before predictions lock, too. */
  showsSongsEarly: z.boolean(),
  createdAt: z.iso.datetime(),
});
export type Share = z.output<typeof share>;

export const updateShareBody = z
  .object({ showsSongsEarly: z.boolean() })
  .partial()
  .refine(namesAChange, NOTHING_TO_CHANGE);

export const getShare = endpoint({
  method: 'GET',
  path: '/api/predictions/{id}/share',
  who: 'user',
  summary: "The public link of one's own prediction, or 204",
  params: idParams,
  status: 200,
  returns: share,
  mayBeEmpty: true,
  dependsOn: ['share:{me}', 'show'],
});

export const createShare = endpoint({
  method: 'POST',
  path: '/api/predictions/{id}/share',
  who: 'user',
  summary:
    "Make a public link to one's own prediction. Where there is one, it answers 200 with that",
  params: idParams,
  status: 201,
  returns: share,
});

export const updateShare = endpoint({
  method: 'PATCH',
  path: '/api/predictions/{id}/share',
  who: 'user',
  summary: 'Show the songs before predictions lock, or no longer',
  params: idParams,
  body: updateShareBody,
  status: 200,
  returns: share,
});

export const revokeShare = endpoint({
  method: 'DELETE',
  path: '/api/predictions/{id}/share',
  who: 'user',
  summary: 'Revoke the public link at once. A link made later is another one',
  params: idParams,
  status: 204,
});

/** What the public page of a link is drawn from. */
export interface LinkPageFacts {
  band: Band;
  /** The card, this page's own address and its picture's; null where there is none, or no longer. */
  link: { card: SharedCard; url: string; pictureUrl: string } | null;
  /** The page's whole style, and its one script: its policy allows no other. */
  style: string;
  script: string;
  /** Of the browser's own frame around the page. */
  themeColor: string;
}
