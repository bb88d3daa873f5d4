import { Fragment } from 'react';

type ImportResultProps = {
  counts: readonly { what: string; imported: number; skipped: number }[];
  errors: readonly string[];
};

/** What an import did, and what it could not do. */
export function ImportResult({ counts, errors }: ImportResultProps) {
  return (
    <div role="status" className="grid gap-3 border-rail border-t pt-4">
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1 tabular-nums">
        {counts.map(({ what, imported, skipped }) => (
          <Fragment key={what}>
            <dt className="font-semibold">{what}</dt>
            <dd>
              {imported} imported, {skipped} skipped
            </dd>
          </Fragment>
        ))}
      </dl>
      {errors.length > 0 && (
        <div className="grid gap-1">
          <h3 className="font-semibold text-danger">Errors</h3>
          <ul className="grid gap-1 wrap-anywhere text-sm">
            {errors.map((error) => (
              <li key={error}>{error}</li>
            ))}
          </ul>
        </div>
      )}
      {errors.length === 0 && <p className="text-dim text-sm">No errors.</p>}
    </div>
  );
}
