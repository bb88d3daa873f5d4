import { z } from 'zod';
import { NEW_PASSWORD_MIN, password } from './accounts.ts';
import { endpoint } from './endpoint.ts';

const count = z.object({ imported: z.int(), skipped: z.int() });

export const temporaryPassword = password(NEW_PASSWORD_MIN);

/** Without mail all share a temporary password; with it each gets a link, and needs none. */
export const importUsersBody = z.object({ temporaryPassword: temporaryPassword.optional() });

export const initializeAnswer = z.object({
  results: z.object({ songs: count, shows: count, errors: z.array(z.string()) }),
});

export const importUsersAnswer = z.object({
  results: count.extend({ errors: z.array(z.string()) }),
});

/** What the Setup tab says before anything is pressed: the pack's sizes and its default password. */
export const setupFacts = z.object({
  songs: z.int(),
  shows: z.int(),
  users: z.int(),
  temporaryPassword: z.string(),
  /** Whether each imported user is mailed a link in place of it. */
  sendsMail: z.boolean(),
});

export const getSetupFacts = endpoint({
  method: 'GET',
  path: '/api/admin/setup',
  who: 'admin',
  summary: 'What the band pack holds',
  status: 200,
  returns: setupFacts,
  dependsOn: [],
});

export const initializeDatabase = endpoint({
  method: 'POST',
  path: '/api/admin/initialize',
  who: 'admin',
  summary: "Import the band pack's songs, shows and setlists; what is there is skipped",
  status: 200,
  returns: initializeAnswer,
});

export const importUsers = endpoint({
  method: 'POST',
  path: '/api/admin/import-users',
  who: 'admin',
  summary:
    "Import the old site's users with a temporary password, or a mailed link each; existing ones are skipped",
  body: importUsersBody,
  status: 200,
  returns: importUsersAnswer,
});
