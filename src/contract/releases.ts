import { z } from 'zod';
import { endpoint } from './endpoint.ts';

export const versionChanges = z
  .object({
    version: z.string(),
    date: z.iso.date(),
    /** Plain text. A section without a title has `title: null`. */
    sections: z.array(z.object({ title: z.string().nullable(), items: z.array(z.string()) })),
  })
  .meta({ id: 'VersionChanges' });
export type VersionChanges = z.output<typeof versionChanges>;

export const release = z
  .object({
    version: z.string(),
    /** The newest version first. */
    changelog: z.array(versionChanges),
  })
  .meta({ id: 'Release' });

export const getRelease = endpoint('getRelease', {
  method: 'GET',
  path: '/api/admin/release',
  tag: 'setup',
  who: 'admin',
  summary: 'Get the version of the responding server, and what changed in each version',
  status: 200,
  returns: release,
});
