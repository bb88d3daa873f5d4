import { importRuns } from '#server/db/import-schema.ts';
import { linesBody, showLine } from './archives.ts';
import type { TestApp } from './test-app.ts';
import { type Asked, type Step, twice } from './write-step.ts';

const archived = (...songs: string[]) => linesBody(showLine({}, ...songs));
const RUNNING = { source: 'shows', state: 'running' } as const;

/** Every write of the import of archives. */
export function importWrites({ admin, clock, database }: TestApp): Step[] {
  async function ofProposal(): Promise<Asked> {
    const [proposal] = (await admin.get('/api/admin/proposed-changes')).json();
    return { by: admin, params: { id: proposal?.show.id } };
  }

  return [
    ['startImport', 'an archive', () => ({ by: admin, body: archived('Ember') })],
    ['startImport', 'its correction', () => ({ by: admin, body: archived('Ember', 'Gale') })],
    ['dismissProposedChange', 'no', ofProposal],
    ['startImport', 'another one', () => ({ by: admin, body: archived('Gale', 'Juniper', '') })],
    ['acceptProposedChange', 'yes', ofProposal],
    ...twice(['setImportKey', 'a key', () => ({ by: admin, body: { key: 'a-key-of-ours' } })]),
    ['setImportKey', 'none any more', () => ({ by: admin, body: { key: null } })],
    [
      'stopImport',
      'the end of one that runs',
      async () => {
        const updatedAt = new Date(clock.now);
        await database.db.insert(importRuns).values({ ...RUNNING, updatedAt });
        return { by: admin };
      },
    ],
  ];
}
