import { z } from 'zod';
import { endpoint, idParams, showParams } from './endpoint.ts';
import { show } from './shows.ts';

/** What an archive has corrected of a show since it was imported; each line is a sentence of it. */
export const proposedChange = z.object({
  source: z.string(),
  at: z.iso.datetime(),
  show,
  lines: z.array(z.string()),
});
export type ProposedChange = z.output<typeof proposedChange>;

/** Where a show came from, and what else is told of it there. */
export const showSource = z.object({
  source: z.string(),
  url: z.string().nullable(),
  notes: z.string().nullable(),
  soundcheck: z.string().nullable(),
  support: z.string().nullable(),
});
export type ShowSource = z.output<typeof showSource>;

/** An archive's name for people: 'kglw.net' of 'songfish:kglw.net'; null where it has none. */
export function sourceName(source: string): string | null {
  return source === 'shows' ? null : source.replace(/^songfish:/, '');
}

export const listProposedChanges = endpoint({
  method: 'GET',
  path: '/api/admin/proposed-changes',
  who: 'admin',
  summary: 'What archives have corrected since, the oldest first',
  status: 200,
  returns: z.array(proposedChange),
  dependsOn: ['proposal', 'show', 'setlist', 'sealedSetlist', 'song'],
});

export const acceptProposedChange = endpoint({
  method: 'POST',
  path: '/api/admin/proposed-changes/{id}/accept',
  who: 'admin',
  summary: 'Change the show of this id as the archive has it; its predictions are scored again',
  params: idParams,
  status: 204,
});

export const dismissProposedChange = endpoint({
  method: 'POST',
  path: '/api/admin/proposed-changes/{id}/dismiss',
  who: 'admin',
  summary: 'Leave the show of this id as it is here',
  params: idParams,
  status: 204,
});

export const getShowSources = endpoint({
  method: 'GET',
  path: '/api/shows/{id}/sources',
  who: 'user',
  summary:
    'The archives a show came from; its notes and soundcheck there, once its setlist is visible',
  params: showParams,
  status: 200,
  returns: z.array(showSource),
  dependsOn: ['show:{id}'],
});

/** All saved answers together, as they are sent: what an archive of 2,000 shows takes, many times over. */
const UPLOAD_LIMIT = 32 * 1024 * 1024;

const file = z.object({
  name: z.string().min(1).max(255),
  base64: z.base64('A file must come as base64'),
});

export const IMPORT_KINDS = ['setlistfm', 'songfish', 'shows'] as const;

/** What is imported from where; without files the site itself is asked. */
export const startImportBody = z
  .object({
    kind: z.enum(IMPORT_KINDS, 'Kind must be setlistfm, songfish or shows'),
    /** Of setlist.fm the MusicBrainz id; of Songfish a number, 1 where none is named. */
    artist: z
      .string()
      .trim()
      .regex(/^[\w-]{1,100}$/, 'Artist must be an id of letters, digits and hyphens')
      .optional(),
    site: z
      .string()
      .trim()
      .toLowerCase()
      .regex(/^([a-z0-9-]+\.)+[a-z]{2,}$/, 'Site must look like kglw.net')
      .max(80)
      .optional(),
    /** Shows of earlier years are left out. */
    since: z
      .string()
      .regex(/^(19|20)\d{2}$/, 'Since must be a year such as 1995')
      .optional(),
    /** When shows start, and in which zone, where the archive does not say it. */
    start: z
      .string()
      .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Usual start must look like 19:30')
      .optional(),
    zone: z.string().trim().max(64).optional(),
    files: z.array(file).max(500).default([]),
  })
  .refine(({ kind, site }) => kind !== 'songfish' || site, {
    path: ['site'],
    message: 'Name the site, such as kglw.net',
  })
  .refine(({ kind, files }) => kind !== 'shows' || files.length > 0, {
    path: ['files'],
    message: 'Choose a file',
  })
  .refine(({ start, zone }) => Boolean(start) === Boolean(zone), {
    path: ['zone'],
    message: 'The usual start and its time zone go together: name both or neither',
  });

/** What setlist.fm gives whoever asks for a key. */
export const SETLISTFM_KEY = /^[\w-]{8,100}$/;
export const SETLISTFM_KEY_FORM = 'a key as setlist.fm gave it: letters, digits and hyphens';

/** Where the key to setlist.fm is: among the server's settings, kept by the site, or nowhere. It is never told. */
export const importKey = z.object({ isIn: z.enum(['settings', 'site', 'nowhere']) });
export type ImportKey = z.output<typeof importKey>;

export const getImportKey = endpoint({
  method: 'GET',
  path: '/api/admin/imports/key',
  who: 'admin',
  summary: 'Whether there is a key to setlist.fm',
  status: 200,
  returns: importKey,
  dependsOn: ['importKey'],
});

export const setImportKey = endpoint({
  method: 'PATCH',
  path: '/api/admin/imports/key',
  who: 'admin',
  summary: 'Keep a key to setlist.fm, or with null forget it',
  body: z.object({
    key: z.string().trim().regex(SETLISTFM_KEY, `This must be ${SETLISTFM_KEY_FORM}`).nullable(),
  }),
  status: 200,
  returns: importKey,
});

export const IMPORT_STATES = ['running', 'done', 'stopped'] as const;

/** An import that runs, or the last one. */
export const importJob = z.object({
  state: z.enum(IMPORT_STATES),
  source: z.string(),
  /** Where it is, and how many shows are in; `total` is null where nobody knows it. */
  place: z.string(),
  done: z.int(),
  total: z.int().nullable(),
  /** What became of all, once it is done; or why it stopped, and how to go on. */
  lines: z.array(z.string()),
});
export type ImportJob = z.output<typeof importJob>;

export const startImport = endpoint({
  method: 'POST',
  path: '/api/admin/imports',
  who: 'admin',
  summary: 'Import an archive of setlists; ask for the latest import to see how far it is',
  body: startImportBody,
  bodyLimit: UPLOAD_LIMIT,
  status: 201,
  returns: importJob,
});

export const stopImport = endpoint({
  method: 'POST',
  path: '/api/admin/imports/latest/stop',
  who: 'admin',
  summary: 'End the import that runs: what is in stays, and the same import goes on from there',
  status: 200,
  returns: importJob,
});

export const getLatestImport = endpoint({
  method: 'GET',
  path: '/api/admin/imports/latest',
  who: 'admin',
  summary: 'The import that runs, or the last one',
  status: 200,
  returns: importJob,
  mayBeEmpty: true,
  dependsOn: ['import'],
});
