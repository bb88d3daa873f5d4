import { readFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { CsvError, parse } from 'csv-parse/sync';
import { z } from 'zod';

/** A row of a CSV file with the line it begins at (the header is line 1). */
export interface Row<T> {
  line: number;
  value: T;
}

/**
 * Reads a CSV file whose header must be exactly the schema's keys, in their order.
 * Throws an error with file, line and reason at the first thing that is wrong.
 */
export async function readRows<S extends z.ZodObject>(
  file: string,
  schema: S,
): Promise<Row<z.output<S>>[]> {
  const columns = Object.keys(schema.shape);
  const [header, ...records] = parseCsv(file, await readText(file));
  if (header?.fields.join() !== columns.join())
    throw packError(file, 1, `the header must be exactly ${columns.join(',')}`);
  return records.map(({ line, fields }) => {
    if (fields.length !== columns.length)
      throw packError(file, line, `${columns.length} columns expected, ${fields.length} found`);
    const cells = Object.fromEntries(columns.map((column, index) => [column, fields[index]]));
    return { line, value: check(file, schema, cells, () => line) };
  });
}

/** Reads a JSON file against a schema; errors as for `readRows`. */
export async function readJson<S extends z.ZodType>(file: string, schema: S): Promise<z.output<S>> {
  const text = await readText(file);
  return check(file, schema, parseJson(file, text), (path) => lineOfKey(text, path[0]));
}

/** `bands/lantern/songs.csv, line 14: rarity must be …`: the one form of every complaint. */
export function packError(file: string, line: number, reason: string): Error {
  return new Error(`${shownPath(file)}, line ${line}: ${reason}`);
}

function shownPath(file: string): string {
  const fromHere = relative(process.cwd(), file);
  return fromHere.startsWith('..') ? file : fromHere;
}

async function readText(file: string): Promise<string> {
  const bytes = await readFile(file).catch((cause) => {
    throw new Error(`${shownPath(file)}: the file is missing or cannot be read`, { cause });
  });
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Error(`${shownPath(file)}: the file is not UTF-8`);
  }
  const nul = text.indexOf('\0');
  if (nul >= 0) throw packError(file, lineAt(text, nul), 'holds the character U+0000');
  return text;
}

function parseCsv(file: string, text: string): { line: number; fields: string[] }[] {
  try {
    // With `info` each item is not the record but `{record, info}`, which the types don't say.
    const items = z
      .array(csvItem)
      .parse(parse(text, { info: true, relax_column_count: true, skip_empty_lines: true }));
    return items.map(({ record, info }) => ({
      // The parser counts to the record's end; a quoted cell may hold line breaks.
      line: info.lines - record.join('').split('\n').length + 1,
      fields: record,
    }));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw packError(file, z.int().catch(1).parse(error.lines), error.message);
  }
}

const csvItem = z.object({ record: z.array(z.string()), info: z.object({ lines: z.int() }) });

function parseJson(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw packError(file, lineAt(text, jsonErrorAt(text, reason)), `not JSON: ${reason}`);
  }
}

/** V8 tells where it stopped by a position, or by an excerpt that begins ten characters before it. */
function jsonErrorAt(text: string, reason: string): number {
  if (reason.startsWith('Unexpected end')) return text.length;
  const position = /position (\d+)/.exec(reason)?.[1];
  const excerpt = /\.{3}"(.+)"(?:\.{3})? is not valid JSON$/s.exec(reason)?.[1];
  if (position !== undefined) return Number(position);
  return excerpt === undefined ? 0 : text.indexOf(excerpt) + 10;
}

function check<S extends z.ZodType>(
  file: string,
  schema: S,
  value: unknown,
  lineOf: (path: PropertyKey[]) => number,
): z.output<S> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw packError(file, lineOf(issue?.path ?? []), issue ? reasonOf(issue) : 'is not valid');
}

/** Rules shared with the contract are whole sentences ('At most …'); those of packs follow the column's name. */
function reasonOf({ path, message }: { path: PropertyKey[]; message: string }): string {
  if (path.length === 0) return message;
  return `${path.map(String).join('.')}${/^\p{Lu}/u.test(message) ? ':' : ''} ${message}`;
}

function lineAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length;
}

function lineOfKey(text: string, key: PropertyKey | undefined): number {
  const line = text
    .split('\n')
    .findIndex((each) => each.trimStart().startsWith(`"${String(key)}"`));
  return Math.max(line, 0) + 1;
}
