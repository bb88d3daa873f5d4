import { inArray, sql } from 'drizzle-orm';
import { auditLog } from '../../../db/schema/audit.ts';
import { importedShows } from '../../../db/schema/imports.ts';
import { shows } from '../../../db/schema/shows.ts';
import type { Tx } from '../../../db/transaction.ts';

/** Maps each renamed tour of an archive to its new name, if all of its shows have that name. */
export async function findRenamedTours(
  tx: Tx,
  source: string,
): Promise<ReadonlyMap<string, string>> {
  const archiveName = sql<string>`${importedShows.details}->>'tourName'`;
  const { rows } = await tx.execute<{ archive_name: string; name: string }>(sql`
    select ${archiveName} as archive_name, min(${shows.tourName}) as name
    from ${importedShows} join ${shows} on ${shows.id} = ${importedShows.showId}
    where ${importedShows.source} = ${source} and ${archiveName} is not null
    group by 1
    having count(distinct coalesce(${shows.tourName}, '')) = 1
      and min(${shows.tourName}) <> ${archiveName}
      and ${archiveName} in (
        select ${auditLog.before}->>'name' from ${auditLog}
        where ${inArray(auditLog.action, ['tour.rename', 'tour.merge'])}
      )`);
  return new Map(rows.map(({ archive_name, name }) => [archive_name, name]));
}
