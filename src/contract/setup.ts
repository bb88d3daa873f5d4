import { z } from 'zod';
import { NEW_PASSWORD_MIN, password } from './accounts.ts';
import { endpoint } from './endpoint.ts';

const count = z.object({ imported: z.int(), skipped: z.int() });

export const temporaryPassword = password(NEW_PASSWORD_MIN).meta({ id: 'TemporaryPassword' });

/** Without mail all share a temporary password; with it each gets a link, and needs none. */
export const importUsersBody = z.object({ temporaryPassword: temporaryPassword.optional() });

export const initializeAnswer = z
  .object({
    results: z.object({
      songs: count,
      shows: count,
      /** How many shows have got one, new ones and those that were there without. */
      setlists: z.int(),
      errors: z.array(z.string()),
    }),
  })
  .meta({ id: 'InitializeAnswer' });

export const importUsersAnswer = z.object({
  results: count.extend({ errors: z.array(z.string()) }),
});

/** What the Setup tab says before anything is pressed: the pack's sizes and its default password. */
export const setupFacts = z
  .object({
    /** Whose pack it is: another band's than the site's, where an owner has said whose that is. */
    packBand: z.string(),
    songs: z.int(),
    shows: z.int(),
    users: z.int(),
    temporaryPassword: z.string(),
    /** Whether each imported user is mailed a link in place of it. */
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
  returns: initializeAnswer,
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
  returns: importUsersAnswer,
});

/** What the confirmation answers where it is another name. */
export const TYPE_THE_BAND = "Type the demo band's name, as it stands above";

export const demoContent = z
  .object({
    bandName: z.string(),
    shows: z.int(),
    songs: z.int(),
    /** Songs of the demo that stay, as shows of one's own have them. */
    songsKept: z.int(),
    /** Of the demo's shows, and how many fans made them. */
    predictions: z.int(),
    fans: z.int(),
    /** The backup of the state before; null: nothing is gone yet. */
    savedAs: z.string().nullable(),
  })
  .meta({ id: 'DemoContent' });
export type DemoContent = z.output<typeof demoContent>;

export const emptyDemo = endpoint('emptyDemo', {
  method: 'POST',
  path: '/api/admin/empty-demo',
  tag: 'setup',
  who: 'admin',
  needsFreshSignIn: true,
  summary:
    "Delete the demo band's shows and songs; with a null name, only report what would be deleted",
  body: z.object({ name: z.string(TYPE_THE_BAND).nullable() }),
  status: 200,
  returns: demoContent,
});

/** What became of what was sent to see whether it arrives. */
export const testMessageOutcome = z
  .object({
    isSent: z.boolean(),
    /** A sentence or two. */
    says: z.string(),
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
