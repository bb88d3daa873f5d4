import { z } from 'zod';
import { deletionImpact } from './deletion-impact.ts';
import { endpoint, idParams } from './endpoint.ts';

export const sessionItem = z
  .object({
    id: z.uuid(),
    userAgent: z.string().nullable(),
    createdAt: z.iso.datetime(),
    lastSeenAt: z.iso.datetime(),
    isCurrent: z.boolean(),
  })
  .meta({ id: 'SessionItem' });

export const listSessions = endpoint('listSessions', {
  method: 'GET',
  path: '/api/user/sessions',
  tag: 'accounts',
  who: 'user',
  inDemo: 'refused',
  summary: 'List your sessions, most recently seen first',
  status: 200,
  returns: z.array(sessionItem),
  dependsOn: ['sessions:{me}'],
});

export const revokeSession = endpoint('revokeSession', {
  method: 'DELETE',
  path: '/api/user/sessions/{id}',
  tag: 'accounts',
  who: 'user',
  summary: 'End one of your sessions; all except the current one require a fresh sign-in',
  params: idParams,
  status: 204,
});

export const countUserSessions = endpoint('countUserSessions', {
  method: 'GET',
  path: '/api/admin/users/{id}/sessions',
  tag: 'accounts',
  who: 'admin',
  summary: 'Count the sessions that end when a user is signed out everywhere',
  params: idParams,
  status: 200,
  returns: deletionImpact,
  dependsOn: ['sessions:{id}'],
});

export const endUserSessions = endpoint('endUserSessions', {
  method: 'DELETE',
  path: '/api/admin/users/{id}/sessions',
  tag: 'accounts',
  who: 'admin',
  summary: 'Sign a user out everywhere; their password stays the same',
  params: idParams,
  status: 204,
});
