import { pipeline, Readable } from 'node:stream';
import { stringify } from 'csv-stringify';

/**
 * A table as RFC 4180 has it: CRLF, every field in quotes. With a byte order mark, as Excel takes UTF-8
 * without one for the system's old code page, and nothing else minds it. A field that a spreadsheet would
 * calculate (it begins with =, +, -, @, tab or CR) gets an apostrophe in front, as OWASP advises: names
 * and titles are what people typed. The stream fails where the rows do.
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
    cast: { date: (moment) => moment.toISOString(), boolean: (is) => (is ? 'yes' : 'no') },
  });
  // Whoever reads hears of a failure by the table's own; a second telling would be an unheard one.
  return pipeline(Readable.from(rows), table, () => undefined);
}
