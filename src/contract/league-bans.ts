import { z } from 'zod';
import { endpoint, idParams } from './endpoint.ts';
import { member, memberBody, memberParams } from './leagues.ts';

export const listLeagueBans = endpoint('listLeagueBans', {
  method: 'GET',
  path: '/api/leagues/{id}/bans',
  tag: 'leagues',
  who: 'user',
  summary: 'List the fans who are banned from your league',
  params: idParams,
  status: 200,
  returns: z.array(member),
  dependsOn: ['league:{id}', 'username'],
});

export const banLeagueMember = endpoint('banLeagueMember', {
  method: 'POST',
  path: '/api/leagues/{id}/bans',
  tag: 'leagues',
  who: 'user',
  summary: 'Ban a member from your league',
  params: idParams,
  body: memberBody,
  status: 204,
});

export const liftLeagueBan = endpoint('liftLeagueBan', {
  method: 'DELETE',
  path: '/api/leagues/{id}/bans/{userId}',
  tag: 'leagues',
  who: 'user',
  summary: 'Let a banned fan join your league again',
  params: memberParams,
  status: 204,
});
