import { importRuns } from '#server/db/schema/imports.ts';
import { buildLinesUpload, buildUpload, formatShowLine } from './archives.ts';
import { PACK_TABLE_FILES } from './pack-site.ts';
import type { TestApp } from './test-app.ts';
import { repeatStep, type Step, type StepCall } from './write-step.ts';

const buildArchiveUpload = (...songs: string[]) => buildLinesUpload(formatShowLine({}, ...songs));
const LATER = formatShowLine({ id: 'later', date: '1991-01-01', venue: 'Later' }, 'Kestrel');
const RUNNING = { source: 'shows', state: 'running' } as const;

export function listImportWrites({ admin, clock, database }: TestApp): Step[] {
  const fetchLatest = async () => (await admin.get('/api/admin/imports/latest')).json();

  async function planProposalCall(): Promise<StepCall> {
    const [proposal] = (await admin.get('/api/admin/proposed-changes')).json();
    return { caller: admin, params: { id: proposal?.show.id } };
  }

  return [
    ...repeatStep([
      'previewImport',
      'previewing an import',
      () => ({ caller: admin, ...buildArchiveUpload('Ember') }),
    ]),
    [
      'startImport',
      'importing an archive',
      () => ({ caller: admin, ...buildArchiveUpload('Ember') }),
    ],
    [
      'startImport',
      'importing a correction',
      () => ({ caller: admin, ...buildArchiveUpload('Ember', 'Gale') }),
    ],
    ['dismissProposedChange', 'dismissing the correction', planProposalCall],
    ['startImport', 'importing a show', () => ({ caller: admin, ...buildLinesUpload(LATER) })],
    [
      'undoImport',
      'undoing the last import',
      async () => ({ caller: admin, params: { id: `${(await fetchLatest()).id}` } }),
    ],
    [
      'startImport',
      'importing another correction',
      () => ({ caller: admin, ...buildArchiveUpload('Gale', 'Juniper', '') }),
    ],
    ['acceptProposedChange', 'accepting the correction', planProposalCall],
    ...repeatStep([
      'setImportKey',
      'setting a key',
      () => ({ caller: admin, body: { key: 'a-key-of-ours' } }),
    ]),
    ['setImportKey', 'deleting the key', () => ({ caller: admin, body: { key: null } })],
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

/** A site accepts spreadsheets only after its band is renamed from the demo's. */
export function listSpreadsheetWrites({ admin }: TestApp): Step[] {
  const planCall = () => ({ caller: admin, ...buildUpload({ kind: 'pack' }, PACK_TABLE_FILES) });
  return [
    ...repeatStep(['previewImport', 'previewing spreadsheets', planCall]),
    ['startImport', 'importing spreadsheets', planCall],
    ['startImport', 'importing the same spreadsheets', planCall],
  ];
}
