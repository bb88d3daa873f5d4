import { endpoint, idParams } from './endpoint.ts';
import { goingWith } from './going-with.ts';

export const countUserSessions = endpoint({
  method: 'GET',
  path: '/api/admin/users/{id}/sessions',
  who: 'admin',
  summary: 'How many sessions end where a user is signed out everywhere',
  params: idParams,
  status: 200,
  returns: goingWith,
  dependsOn: ['sessions:{id}'],
});

export const endUserSessions = endpoint({
  method: 'DELETE',
  path: '/api/admin/users/{id}/sessions',
  who: 'admin',
  summary: 'Sign a user out everywhere; their password stays',
  params: idParams,
  status: 204,
});
