import { eq } from 'drizzle-orm';
import type { Db } from '../../../db/open.ts';
import { importRuns } from '../../../db/schema/imports.ts';
import type { Archive } from '../readers/archive.ts';
import { formatSummary } from './format-summary.ts';
import { type ImportSummary, importArchive } from './import-archive.ts';
import type { ImportOptions } from './import-options.ts';

/** The Setup tab can undo the run. No server may use the database during the import. */
export async function importAsRun(
  db: Db,
  archive: Archive,
  options: ImportOptions,
): Promise<ImportSummary> {
  const { clock } = options;
  const newRun = {
    source: archive.source,
    state: 'running' as const,
    updatedAt: new Date(clock()),
  };
  const [run] = await db.insert(importRuns).values(newRun).returning();
  if (!run) throw new Error('Failed to record the import run');
  const updateRun = (set: Partial<typeof importRuns.$inferInsert>) =>
    db
      .update(importRuns)
      .set({ ...set, updatedAt: new Date(clock()) })
      .where(eq(importRuns.id, run.id));
  try {
    const summary = await importArchive(db, archive, {
      ...options,
      runId: run.id,
      async onProgress(progress) {
        const { location: place, done, total } = progress;
        await updateRun({ place, done, total: total ?? null });
        await options.onProgress?.(progress);
      },
    });
    await updateRun({ state: 'done', lines: formatSummary(summary) });
    return summary;
  } catch (error) {
    await updateRun({ state: 'stopped', lines: [error instanceof Error ? error.message : ''] });
    throw error;
  }
}
