import { pipeline, Readable } from 'node:stream';
import { stringify } from 'csv-stringify';

/**
 * Formats rows as CSV (RFC 4180): CRLF, every field quoted. Starts with a byte order mark, without which Excel assumes
 * the legacy code page. Fields that a spreadsheet would evaluate (starting with =, +, -, @, tab or CR) get an
 * apostrophe, as OWASP recommends, because names and titles are user input. The stream fails if the rows do.
 */
export function csvOf<Row>(
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
  // The reader gets the error from the stream itself. A second rejection would be unhandled.
  return pipeline(Readable.from(rows), table, () => undefined);
}
