import { CsvError, parse } from 'csv-parse/sync';
import { z } from 'zod';
import { countLines, UnreadableFileError } from './pack-problem.ts';

export interface TableLimits {
  rows: number;
  rowCharacters: number;
}

/** Throws `UnreadableFileError`. */
export function parseCsv(
  file: string,
  text: string,
  { rows: maxRows, rowCharacters }: Partial<TableLimits> = {},
): { line: number; fields: string[] }[] {
  rejectNul(file, text);
  try {
    const rows: { line: number; fields: string[] }[] = [];
    parse(text, {
      delimiter: findDelimiter(text),
      record_delimiter: LINE_BREAKS,
      relax_column_count: true,
      skip_empty_lines: true,
      // Spreadsheets save rows that only have formatting as rows of empty cells.
      skip_records_with_empty_values: true,
      ...(rowCharacters && { max_record_size: rowCharacters }),
      on_record: (fields: string[], { lines }) => {
        if (maxRows && rows.length > maxRows)
          throw new UnreadableFileError({
            file,
            reason: `at most ${maxRows.toLocaleString('en-US')} rows are allowed`,
          });
        // The parser reports a record's last line, and quoted cells may contain line breaks.
        rows.push({ line: lines - fields.join('').split('\n').length + 1, fields });
        return null;
      },
    });
    return rows;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = z.int().catch(1).parse(error.lines);
    // The parser's own message can contain a whole cell.
    const reason = CSV_REASONS[error.code]?.(rowCharacters) ?? 'this is not CSV';
    throw new UnreadableFileError({ file, line, reason });
  }
}

const LINE_BREAKS = ['\r\n', '\n', '\r'];

const QUOTES = 'Put one at each end of the cell, and double those inside it';

const CSV_REASONS: Record<string, (maxCharacters: number | undefined) => string> = {
  CSV_QUOTE_NOT_CLOSED: () => `a quotation mark is not closed. ${QUOTES}`,
  CSV_INVALID_CLOSING_QUOTE: () => `text follows a closing quotation mark. ${QUOTES}`,
  INVALID_OPENING_QUOTE: () => `a quotation mark is in the middle of a cell. ${QUOTES}`,
  CSV_MAX_RECORD_SIZE: (maxCharacters = 0) =>
    `the row is longer than ${maxCharacters.toLocaleString('en-US')} characters. A quotation mark may be missing`,
};

function rejectNul(file: string, text: string): void {
  const nulIndex = text.indexOf('\0');
  if (nulIndex >= 0)
    throw new UnreadableFileError({
      file,
      line: countLines(text, nulIndex),
      reason: 'contains the character U+0000',
    });
}

/** Where the comma is the decimal separator, spreadsheets save CSV files with semicolons. */
function findDelimiter(text: string): string {
  const [header = ''] = text.split(/[\r\n]/, 1);
  return [';', '\t'].find((delimiter) => header.includes(delimiter)) ?? ',';
}
