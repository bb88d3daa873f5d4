import { z } from 'zod';
import { API_PATH, endpoint, idParams, showParams } from './endpoint.ts';
import { IMPORT_KINDS, type PackTable } from './import-kinds.ts';
import { IMPORT_LIMITS } from './import-limits.ts';
import { show } from './shows.ts';

/** An archive's correction of an imported show; each line is a sentence. */
export const proposedChange = z
  .object({
    source: z.string(),
    at: z.iso.datetime(),
    show,
    lines: z.array(z.string()),
  })
  .meta({ id: 'ProposedChange' });
export type ProposedChange = z.output<typeof proposedChange>;

export const showSource = z
  .object({
    source: z.string(),
    url: z.string().nullable(),
    notes: z.string().nullable(),
    soundcheck: z.string().nullable(),
    support: z.string().nullable(),
  })
  .meta({ id: 'ShowSource' });
export type ShowSource = z.output<typeof showSource>;

/** Returns 'kglw.net' for 'songfish:kglw.net', and null if the source has no name. */
export function sourceName(source: string): string | null {
  return source === 'shows' ? null : source.replace(/^songfish:/, '');
}

export const listProposedChanges = endpoint('listProposedChanges', {
  method: 'GET',
  path: '/api/admin/proposed-changes',
  tag: 'imports',
  who: 'admin',
  summary: 'List corrections from archives that need a decision, oldest first',
  status: 200,
  returns: z.array(proposedChange),
  dependsOn: ['proposal', 'show', 'setlist', 'sealedSetlist', 'song'],
});

export const acceptProposedChange = endpoint('acceptProposedChange', {
  method: 'POST',
  path: '/api/admin/proposed-changes/{id}/accept',
  tag: 'imports',
  who: 'admin',
  summary: "Apply an archive's correction to this show; its predictions are scored again",
  params: idParams,
  status: 204,
});

export const dismissProposedChange = endpoint('dismissProposedChange', {
  method: 'POST',
  path: '/api/admin/proposed-changes/{id}/dismiss',
  tag: 'imports',
  who: 'admin',
  summary: "Dismiss an archive's correction and leave this show unchanged",
  params: idParams,
  status: 204,
});

export const getShowSources = endpoint('getShowSources', {
  method: 'GET',
  path: '/api/shows/{id}/sources',
  tag: 'imports',
  who: 'user',
  summary:
    'List the archives a show came from; notes and soundcheck appear once its setlist is visible',
  params: showParams,
  status: 200,
  returns: z.array(showSource),
  dependsOn: ['show:{id}'],
});

/** If no files are sent, the import reads the site's API. */
export const importQuery = z
  .object({
    kind: z.enum(IMPORT_KINDS, `Kind must be one of ${IMPORT_KINDS.join(', ')}`),
    /** setlist.fm: the MusicBrainz ID. Songfish: a number, 1 by default. */
    artist: z
      .string()
      .trim()
      .regex(/^[\w-]{1,100}$/, 'Artist must be an ID of letters, digits and hyphens')
      .optional(),
    site: z
      .string()
      .trim()
      .toLowerCase()
      .regex(/^([a-z0-9-]+\.)+[a-z]{2,}$/, 'Site must look like kglw.net')
      .max(80)
      .optional(),
    since: z
      .string()
      .regex(/^(19|20)\d{2}$/, 'Since must be a year such as 1995')
      .optional(),
    /** Used for shows without a start time. A pack's default is the band's. */
    start: z
      .string()
      .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Default start time must look like 19:30')
      .optional(),
    zone: z.string().trim().max(64).optional(),
  })
  .refine(({ kind, site }) => kind !== 'songfish' || site, {
    path: ['site'],
    message: 'Name the site, such as kglw.net',
  })
  .refine(({ start, zone }) => Boolean(start) === Boolean(zone), {
    path: ['zone'],
    message: 'Set both the default start time and its time zone, or neither',
  });
export type ImportQuery = z.output<typeof importQuery>;

const BODY_LIMIT = IMPORT_LIMITS.uploadBytes + IMPORT_LIMITS.files * 1024;

export const IMPORT_STATES = ['running', 'done', 'stopped', 'undone'] as const;

export const importJob = z
  .object({
    id: z.int(),
    state: z.enum(IMPORT_STATES),
    source: z.string(),
    /** Current position in the archive; `total` is null if unknown. */
    place: z.string(),
    done: z.int(),
    total: z.int().nullable(),
    lines: z.array(z.string()),
  })
  .meta({ id: 'ImportJob' });
export type ImportJob = z.output<typeof importJob>;

export const importPreview = z
  .object({
    source: z.string(),
    /** An API import is previewed by its first page. */
    isFirstPage: z.boolean(),
    /** `changed`: a setlist is filled in or a correction is proposed. */
    shows: z.object({ new: z.int(), changed: z.int(), unchanged: z.int() }),
    songs: z.object({ all: z.int(), unknown: z.int() }),
    /** Asks whether this is the right band if most songs are unknown. */
    doubt: z.string().nullable(),
    firstShows: z.array(
      z.object({ name: z.string(), date: z.iso.datetime(), timeZone: z.string() }),
    ),
    lines: z.array(z.string()),
  })
  .meta({ id: 'ImportPreview' });
export type ImportPreview = z.output<typeof importPreview>;

export const previewImport = endpoint('previewImport', {
  method: 'POST',
  path: '/api/admin/imports/preview',
  tag: 'imports',
  who: 'admin',
  summary: 'Preview what an import would change; nothing is written',
  query: importQuery,
  takesFiles: true,
  bodyLimit: BODY_LIMIT,
  status: 200,
  returns: importPreview,
});

export const startImport = endpoint('startImport', {
  method: 'POST',
  path: '/api/admin/imports',
  tag: 'imports',
  who: 'admin',
  summary: 'Import an archive or a band pack; poll the latest import for its progress',
  query: importQuery,
  takesFiles: true,
  bodyLimit: BODY_LIMIT,
  status: 201,
  returns: importJob,
});

export const stopImport = endpoint('stopImport', {
  method: 'POST',
  path: '/api/admin/imports/latest/stop',
  tag: 'imports',
  who: 'admin',
  summary: 'Stop the running import; imported shows stay, and the same import can resume',
  status: 200,
  returns: importJob,
});

export const getLatestImport = endpoint('getLatestImport', {
  method: 'GET',
  path: '/api/admin/imports/latest',
  tag: 'imports',
  who: 'admin',
  summary: 'Get the running import, or the last one',
  status: 200,
  returns: importJob,
  mayBeEmpty: true,
  dependsOn: ['import'],
});

export const undoImport = endpoint('undoImport', {
  method: 'POST',
  path: '/api/admin/imports/{id}/undo',
  tag: 'imports',
  who: 'admin',
  summary: 'Undo an import, unless something it added was changed or predicted since',
  params: z.object({ id: z.string().regex(/^\d{1,15}$/, 'Import not found.') }),
  status: 200,
  returns: importJob,
});

/** Not an endpoint, because the response is CSV. */
export function packTablePath(table: PackTable | ':table'): string {
  return `${API_PATH}/admin/imports/tables/${table}.csv`;
}
