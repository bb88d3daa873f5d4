import { deletionImpact } from './deletion-impact.ts';
import { endpoint, idParams } from './endpoint.ts';

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
