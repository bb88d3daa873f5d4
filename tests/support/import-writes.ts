import { importRuns } from '#server/db/schema/imports.ts';
import { linesUpload, showLine } from './archives.ts';
import type { TestApp } from './test-app.ts';
import { type Step, type StepCall, twice } from './write-step.ts';

const archived = (...songs: string[]) => linesUpload(showLine({}, ...songs));
const LATER = showLine({ id: 'later', date: '1991-01-01', venue: 'Later' }, 'Kestrel');
const RUNNING = { source: 'shows', state: 'running' } as const;

/** Every write of archive imports. */
export function importWrites({ admin, clock, database }: TestApp): Step[] {
  const latest = async () => (await admin.get('/api/admin/imports/latest')).json();

  async function proposalCall(): Promise<StepCall> {
    const [proposal] = (await admin.get('/api/admin/proposed-changes')).json();
    return { caller: admin, params: { id: proposal?.show.id } };
  }

  return [
    ...twice(['previewImport', 'nothing', () => ({ caller: admin, ...archived('Ember') })]),
    ['startImport', 'an archive', () => ({ caller: admin, ...archived('Ember') })],
    ['startImport', 'a correction of it', () => ({ caller: admin, ...archived('Ember', 'Gale') })],
    ['dismissProposedChange', 'no', proposalCall],
    ['startImport', 'an import to undo', () => ({ caller: admin, ...linesUpload(LATER) })],
    [
      'undoImport',
      'all of it',
      async () => ({ caller: admin, params: { id: `${(await latest()).id}` } }),
    ],
    ['startImport', 'another one', () => ({ caller: admin, ...archived('Gale', 'Juniper', '') })],
    ['acceptProposedChange', 'yes', proposalCall],
    ...twice(['setImportKey', 'a key', () => ({ caller: admin, body: { key: 'a-key-of-ours' } })]),
    ['setImportKey', 'no key', () => ({ caller: admin, body: { key: null } })],
    [
      'stopImport',
      'stopping a running import',
      async () => {
        const updatedAt = new Date(clock.now);
        await database.db.insert(importRuns).values({ ...RUNNING, updatedAt });
        return { caller: admin };
      },
    ],
  ];
}
