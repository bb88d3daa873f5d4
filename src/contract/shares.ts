import { z } from 'zod';
import type { Band } from './band.ts';
import { endpoint, hasChanges, idParams, NOTHING_TO_CHANGE } from './endpoint.ts';
import type { SharedCard } from './scorecard.ts';
import { buildUrl } from './url.ts';

/** Anyone with `url` sees the card until the link is revoked. */
export const share = z
  .object({
    url: z.url(),
    showsSongsEarly: z.boolean(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'Share' });
export type Share = z.output<typeof share>;

export const updateShareBody = z
  .object({ showsSongsEarly: z.boolean() })
  .partial()
  .refine(hasChanges, NOTHING_TO_CHANGE);

export const getShare = endpoint('getShare', {
  method: 'GET',
  path: '/api/predictions/{id}/share',
  tag: 'shares',
  who: 'user',
  summary: 'Get the public link to your prediction, or 204',
  params: idParams,
  status: 200,
  returns: share,
  mayBeEmpty: true,
  dependsOn: ['share:{me}', 'show'],
});

export const createShare = endpoint('createShare', {
  method: 'POST',
  path: '/api/predictions/{id}/share',
  tag: 'shares',
  who: 'user',
  summary: 'Create a public link to your prediction; if one exists, return it with 200',
  params: idParams,
  status: 201,
  returns: share,
});

export const updateShare = endpoint('updateShare', {
  method: 'PATCH',
  path: '/api/predictions/{id}/share',
  tag: 'shares',
  who: 'user',
  summary: 'Show or hide the songs before predictions lock',
  params: idParams,
  body: updateShareBody,
  status: 200,
  returns: share,
});

export const revokeShare = endpoint('revokeShare', {
  method: 'DELETE',
  path: '/api/predictions/{id}/share',
  tag: 'shares',
  who: 'user',
  summary: 'Revoke the public link; a new link will have a different URL',
  params: idParams,
  status: 204,
});

/** Not an endpoint, because its response isn't JSON. */
export const MY_CARD_IMAGE_PATH = '/api/predictions/{id}/card.png';

/** The owner's image of a prediction. `songs` shows the songs even before predictions lock. */
export function myCardImageUrl(id: string, songs: boolean): string {
  return buildUrl(MY_CARD_IMAGE_PATH, { params: { id }, query: { songs: songs || undefined } });
}

export interface LinkPageData {
  band: Band;
  /** Null if the link doesn't exist or was revoked. */
  link: { card: SharedCard; url: string; imageUrl: string } | null;
  /** The only stylesheet and script that the content security policy allows. */
  style: string;
  script: string;
  themeColor: string;
  iconUrl: string;
}
