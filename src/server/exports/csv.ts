import { pipeline, Readable } from 'node:stream';
import { stringify } from 'csv-stringify';

/** Writes RFC 4180. Excel needs the byte order mark; OWASP recommends escaping formulas. */
export function createCsvStream<Row>(
  rows: AsyncIterable<Row>,
  columns: readonly { header: string; key: keyof Row & string }[],
): Readable {
  const table = stringify({
    header: true,
    columns: [...columns],
    bom: true,
    quoted: true,
    quoted_empty: false,
    record_delimiter: 'windows',
    escape_formulas: true,
    cast: { date: (date) => date.toISOString(), boolean: (value) => (value ? 'yes' : 'no') },
  });
  // The stream's reader gets the error, so the pipeline's callback ignores it.
  return pipeline(Readable.from(rows), table, () => undefined);
}
