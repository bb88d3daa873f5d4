import { importRuns } from '#server/db/schema/imports.ts';
import { buildLinesUpload, formatShowLine } from './archives.ts';
import type { TestApp } from './test-app.ts';
import { repeatStep, type Step, type StepCall } from './write-step.ts';

const buildArchiveUpload = (...songs: string[]) => buildLinesUpload(formatShowLine({}, ...songs));
const LATER = formatShowLine({ id: 'later', date: '1991-01-01', venue: 'Later' }, 'Kestrel');
const RUNNING = { source: 'shows', state: 'running' } as const;

/** Every write of archive imports. */
export function listImportWrites({ admin, clock, database }: TestApp): Step[] {
  const fetchLatest = async () => (await admin.get('/api/admin/imports/latest')).json();

  async function planProposalCall(): Promise<StepCall> {
    const [proposal] = (await admin.get('/api/admin/proposed-changes')).json();
    return { caller: admin, params: { id: proposal?.show.id } };
  }

  return [
    ...repeatStep([
      'previewImport',
      'nothing',
      () => ({ caller: admin, ...buildArchiveUpload('Ember') }),
    ]),
    ['startImport', 'an archive', () => ({ caller: admin, ...buildArchiveUpload('Ember') })],
    [
      'startImport',
      'a correction of it',
      () => ({ caller: admin, ...buildArchiveUpload('Ember', 'Gale') }),
    ],
    ['dismissProposedChange', 'no', planProposalCall],
    ['startImport', 'an import to undo', () => ({ caller: admin, ...buildLinesUpload(LATER) })],
    [
      'undoImport',
      'all of it',
      async () => ({ caller: admin, params: { id: `${(await fetchLatest()).id}` } }),
    ],
    [
      'startImport',
      'another one',
      () => ({ caller: admin, ...buildArchiveUpload('Gale', 'Juniper', '') }),
    ],
    ['acceptProposedChange', 'yes', planProposalCall],
    ...repeatStep([
      'setImportKey',
      'a key',
      () => ({ caller: admin, body: { key: 'a-key-of-ours' } }),
    ]),
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
