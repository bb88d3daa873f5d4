import { z } from 'zod';
import { endpoint } from './endpoint.ts';

export const SETLISTFM_KEY_PATTERN = /^[\w-]{8,100}$/;
export const SETLISTFM_KEY_FORMAT = 'a setlist.fm API key: letters, digits and hyphens';

/** Where the key is stored. The key itself is never sent. */
export const importKey = z
  .object({ storedIn: z.enum(['settings', 'site', 'nowhere']) })
  .meta({ id: 'ImportKey' });
export type ImportKey = z.output<typeof importKey>;

export const getImportKey = endpoint('getImportKey', {
  method: 'GET',
  path: '/api/admin/imports/key',
  tag: 'imports',
  who: 'admin',
  summary: 'Check whether a setlist.fm key is set',
  status: 200,
  returns: importKey,
  dependsOn: ['importKey'],
});

export const setImportKey = endpoint('setImportKey', {
  method: 'PATCH',
  path: '/api/admin/imports/key',
  tag: 'imports',
  who: 'admin',
  summary: 'Save a setlist.fm key, or remove it with null',
  body: z.object({
    key: z
      .string()
      .trim()
      .regex(SETLISTFM_KEY_PATTERN, `This must be ${SETLISTFM_KEY_FORMAT}`)
      .nullable(),
  }),
  status: 200,
  returns: importKey,
});
