import { and, eq, inArray } from 'drizzle-orm';
import { z } from 'zod';
import { importedShows, proposedChanges } from '../../../db/schema/imports.ts';
import type { Tx } from '../../../db/transaction.ts';

/** Stored in a page's audit record, so that the import can be undone. */
export const importTrace = z.object({
  runId: z.int().nullable(),
  showIds: z.array(z.string()),
  songIds: z.array(z.string()),
  songKeys: z.array(z.string()),
  /** Existing shows that got the archive's setlist, with their previous status. */
  filled: z.array(z.object({ showId: z.string(), status: z.enum(['open', 'closed']) })),
  /** Previous `imported_shows` rows. Null if the row is new. */
  imported: z.array(
    z.object({ sourceId: z.string(), showId: z.string(), before: z.looseObject({}).nullable() }),
  ),
  proposed: z.array(z.object({ showId: z.string(), before: z.looseObject({}).nullable() })),
});
export type ImportTrace = z.output<typeof importTrace>;

interface ExistingShows {
  source: string;
  shows: readonly { showId: string; sourceId: string }[];
}

export async function trackShows(tx: Tx, existing: ExistingShows) {
  const before = await readState(tx, existing);
  return async (): Promise<Pick<ImportTrace, 'imported' | 'proposed'>> => {
    const after = await readState(tx, existing);
    const isChanged = <Row>(previous: Map<string, Row>, current: Map<string, Row>, id: string) =>
      JSON.stringify(previous.get(id)) !== JSON.stringify(current.get(id));
    return {
      imported: existing.shows.flatMap(({ showId, sourceId }) =>
        isChanged(before.imported, after.imported, sourceId)
          ? [{ sourceId, showId, before: before.imported.get(sourceId) ?? null }]
          : [],
      ),
      proposed: existing.shows.flatMap(({ showId }) =>
        isChanged(before.proposed, after.proposed, showId)
          ? [{ showId, before: before.proposed.get(showId) ?? null }]
          : [],
      ),
    };
  };
}

async function readState(tx: Tx, { source, shows: existing }: ExistingShows) {
  const sourceIds = existing.map(({ sourceId }) => sourceId);
  const showIds = existing.map(({ showId }) => showId);
  if (existing.length === 0) return { imported: new Map(), proposed: new Map() };
  const imported = await tx
    .select()
    .from(importedShows)
    .where(and(eq(importedShows.source, source), inArray(importedShows.sourceId, sourceIds)));
  const proposed = await tx
    .select()
    .from(proposedChanges)
    .where(inArray(proposedChanges.showId, showIds));
  return {
    imported: new Map(imported.map((row) => [row.sourceId, row])),
    proposed: new Map(proposed.map((row) => [row.showId, row])),
  };
}
