import { z } from 'zod';
import { NEW_PASSWORD_MIN, password } from './accounts.ts';
import { endpoint } from './endpoint.ts';

const count = z.object({ imported: z.int(), skipped: z.int() });

export const temporaryPassword = password(NEW_PASSWORD_MIN).meta({ id: 'TemporaryPassword' });

/** If the site sends email, each user gets a link instead of the temporary password. */
export const importUsersBody = z.object({ temporaryPassword: temporaryPassword.optional() });

export const initializeResponse = z
  .object({
    results: z.object({
      songs: count,
      shows: count,
      setlists: z.int(),
      errors: z.array(z.string()),
    }),
  })
  .meta({ id: 'InitializeAnswer' });

export const importUsersResponse = z.object({
  results: count.extend({ errors: z.array(z.string()) }),
});

export const setupFacts = z
  .object({
    /** The name in the band pack, which can differ from the one in the settings. */
    packBand: z.string(),
    songs: z.int(),
    shows: z.int(),
    users: z.int(),
    temporaryPassword: z.string(),
    sendsMail: z.boolean(),
  })
  .meta({ id: 'SetupFacts' });

export const getSetupFacts = endpoint('getSetupFacts', {
  method: 'GET',
  path: '/api/admin/setup',
  tag: 'setup',
  who: 'admin',
  summary: 'Get what the band pack contains',
  status: 200,
  returns: setupFacts,
  dependsOn: [],
});

export const initializeDatabase = endpoint('initializeDatabase', {
  method: 'POST',
  path: '/api/admin/initialize',
  tag: 'setup',
  who: 'admin',
  summary: "Import the band pack's songs, shows and setlists; existing ones are skipped",
  status: 200,
  returns: initializeResponse,
});

export const importUsers = endpoint('importUsers', {
  method: 'POST',
  path: '/api/admin/import-users',
  tag: 'setup',
  who: 'admin',
  summary:
    "Import the old site's users with a temporary password or an emailed link each; existing ones are skipped",
  body: importUsersBody,
  status: 200,
  returns: importUsersResponse,
});

export const TYPE_THE_BAND = "Type the demo band's name exactly as shown above";

export const demoContent = z
  .object({
    bandName: z.string(),
    shows: z.int(),
    songs: z.int(),
    /** The number of demo songs that other shows also use. */
    songsKept: z.int(),
    predictions: z.int(),
    posts: z.int(),
    fans: z.int(),
  })
  .meta({ id: 'DemoContent' });
export type DemoContent = z.output<typeof demoContent>;

export const getDemoContent = endpoint('getDemoContent', {
  method: 'GET',
  path: '/api/admin/demo',
  tag: 'setup',
  who: 'admin',
  summary: "Preview what is deleted with the demo band's shows and songs",
  status: 200,
  returns: demoContent,
  dependsOn: [
    ...(['catalogue', 'entrants', 'sealedSetlist', 'setlist', 'show', 'song'] as const),
    ...(['thread', 'newPost'] as const),
  ],
});

export const emptyDemo = endpoint('emptyDemo', {
  method: 'POST',
  path: '/api/admin/empty-demo',
  tag: 'setup',
  who: 'admin',
  needsFreshSignIn: true,
  summary: "Delete the demo band's shows and songs",
  body: z.object({ name: z.string(TYPE_THE_BAND) }),
  status: 200,
  returns: demoContent.extend({ savedAs: z.string() }).meta({ id: 'RemovedDemo' }),
});

export const testMessageOutcome = z
  .object({
    isSent: z.boolean(),
    message: z.string(),
  })
  .meta({ id: 'TestMessageOutcome' });
export type TestMessageOutcome = z.output<typeof testMessageOutcome>;

export const sendTestEmail = endpoint('sendTestEmail', {
  method: 'POST',
  path: '/api/admin/try-mail',
  tag: 'setup',
  who: 'admin',
  summary: 'Send a test email to yourself and report the outcome',
  status: 200,
  returns: testMessageOutcome,
});
