import { z } from 'zod';
import { currentUser, NEW_PASSWORD_MIN, password, registerBody } from './accounts.ts';
import { endpoint } from './endpoint.ts';

export const firstAdministratorBody = registerBody
  .extend({
    token: z.string('This link is incomplete').min(1, 'This link is incomplete').max(100),
    password: password(NEW_PASSWORD_MIN),
  })
  .meta({ id: 'FirstAdministratorBody' });

export const createFirstAdministrator = endpoint('createFirstAdministrator', {
  method: 'POST',
  path: '/api/auth/first-administrator',
  tag: 'accounts',
  who: 'anyone',
  summary: 'Create the first administrator with the link that the server prints, and sign in',
  body: firstAdministratorBody,
  status: 201,
  returns: currentUser,
});
