import { z } from 'zod';
import { endpoint, idParams } from './endpoint.ts';
import { league, leagueItem } from './leagues.ts';

export const INVITATION_INVALID = 'This invitation is no longer valid. Ask for a new link.';

/** 128 random bits in base64url. */
const invitationParams = z.object({
  invitation: z.string().regex(/^[\w-]{22}$/, INVITATION_INVALID),
});

export const invitation = leagueItem
  .pick({ name: true, color: true, memberCount: true })
  .extend({
    initials: z.array(z.string()),
    leagueId: z.uuid().nullable(),
  })
  .meta({ id: 'LeagueInvitation' });
export type Invitation = z.output<typeof invitation>;

export const getInvitation = endpoint('getInvitation', {
  method: 'GET',
  path: '/api/invitations/{invitation}',
  tag: 'leagues',
  who: 'user',
  summary: "Get a league's name, size and some members' initials by its invitation",
  params: invitationParams,
  status: 200,
  returns: invitation,
  dependsOn: ['league', 'username', 'block:{me}'],
});

export const acceptInvitation = endpoint('acceptInvitation', {
  method: 'POST',
  path: '/api/invitations/{invitation}',
  tag: 'leagues',
  who: 'user',
  summary: 'Join a league by its invitation',
  params: invitationParams,
  status: 200,
  returns: league,
});

export const replaceInvitation = endpoint('replaceInvitation', {
  method: 'POST',
  path: '/api/leagues/{id}/invitation',
  tag: 'leagues',
  who: 'user',
  summary: "Replace your league's invitation; earlier links stop working immediately",
  params: idParams,
  status: 200,
  returns: league,
});
