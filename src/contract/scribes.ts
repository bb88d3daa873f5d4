import { z } from 'zod';
import { endpoint, id, idParams } from './endpoint.ts';
import { SHOW_LENGTHS, show } from './shows.ts';

export const SCRIBE_LINK_INVALID = 'This invitation is no longer valid. Ask for a new link.';
export const SHOW_IS_OVER =
  'This show is over. Its setlist can only be corrected by an administrator.';
export const BANNED_FROM_SETLISTS =
  'A moderator banned you from posting, so you cannot enter a setlist';
export const SCRIBE_STATUSES_ONLY =
  'You can take this show live and finish it. Ask an administrator for any other status.';
export const SCRIBE_GO_LIVE_TOO_EARLY =
  'You can take this show live once predictions lock. Ask an administrator to do it earlier.';

/** A show's status while scribes may enter its setlist. */
export const SCRIBE_STATUSES = ['open', 'live', 'postponed'] as const;

export function hasScribes({ status }: { status: string }): boolean {
  return SCRIBE_STATUSES.some((scribeStatus) => scribeStatus === status);
}

/** What an invitation is for: one show, or every show of a tour until its last one closes. */
const scribeScope = z.object({
  showId: z.uuid().nullable(),
  tourName: z.string().nullable(),
});

/** An invitation until a fan accepts it, then that fan's right. */
export const scribe = scribeScope
  .extend({
    id: z.uuid(),
    fan: z.object({ id: z.uuid(), username: z.string() }).nullable(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'Scribe' });
export type Scribe = z.output<typeof scribe>;

export const listScribes = endpoint('listScribes', {
  method: 'GET',
  path: '/api/admin/scribes',
  tag: 'scribes',
  who: 'admin',
  summary: 'List scribes and invitations, newest first',
  status: 200,
  returns: z.array(scribe),
  dependsOn: ['scribe', 'username'],
});

export const inviteScribe = endpoint('inviteScribe', {
  method: 'POST',
  path: '/api/admin/scribes',
  tag: 'scribes',
  who: 'admin',
  summary:
    'Invite one fan to enter the setlist and status of a show or of the shows of a tour; 409 if it is over',
  body: z
    .object({
      showId: id('Show not found.').optional(),
      tourName: z.string().trim().min(1).max(SHOW_LENGTHS.tourName).optional(),
    })
    .refine(({ showId, tourName }) => (showId === undefined) !== (tourName === undefined), {
      error: 'Choose a show or a tour',
    }),
  status: 201,
  /** The token is only returned here. */
  returns: scribe.extend({ invitation: z.string() }).meta({ id: 'NewScribe' }),
});

export const removeScribe = endpoint('removeScribe', {
  method: 'DELETE',
  path: '/api/admin/scribes/{id}',
  tag: 'scribes',
  who: 'admin',
  summary: "End a scribe's right, or withdraw an invitation",
  params: idParams,
  status: 204,
});

/** 256 random bits in base64url. */
const invitationParams = z.object({
  invitation: z.string().regex(/^[\w-]{43}$/, SCRIBE_LINK_INVALID),
});

export const scribeInvitation = z
  .object({
    show: show
      .pick({
        ...{ id: true, name: true, venue: true, city: true, state: true, country: true },
        ...{ date: true, timeZone: true },
      })
      .nullable(),
    tourName: z.string().nullable(),
    isAccepted: z.boolean(),
  })
  .meta({ id: 'ScribeInvitation' });
export type ScribeInvitation = z.output<typeof scribeInvitation>;

export const getScribeInvitation = endpoint('getScribeInvitation', {
  method: 'GET',
  path: '/api/scribe-invitations/{invitation}',
  tag: 'scribes',
  who: 'user',
  summary: 'Get what an invitation lets you enter; 404 if it was used or the show is over',
  params: invitationParams,
  status: 200,
  returns: scribeInvitation,
  dependsOn: ['show', 'scribe:{me}'],
});

export const acceptScribeInvitation = endpoint('acceptScribeInvitation', {
  method: 'POST',
  path: '/api/scribe-invitations/{invitation}',
  tag: 'scribes',
  who: 'user',
  summary: 'Become a scribe by an invitation, which no one else can use afterwards',
  params: invitationParams,
  status: 200,
  returns: scribeInvitation,
});
