import { PACK_TABLES } from '#contract/import-kinds.ts';
import { packTablePath } from '#contract/imports.ts';
import { DownloadLink } from '#web/ui/download-link.tsx';

export function EmptyTables() {
  return (
    <div className="grid gap-3 sm:col-span-2">
      <p className="max-w-prose text-dim">
        Fill in these tables in your spreadsheet program, and save each as CSV (UTF-8). The example
        rows show the format. Keep each row's key: a later import recognizes songs and shows by it.
      </p>
      <div className="flex flex-wrap gap-3">
        {PACK_TABLES.map((table) => (
          <DownloadLink key={table} href={packTablePath(table)}>
            {`${table}.csv`}
          </DownloadLink>
        ))}
      </div>
    </div>
  );
}
