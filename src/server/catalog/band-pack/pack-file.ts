import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { z } from 'zod';
import { countLines, type Problem, UnreadableFileError } from './pack-problem.ts';
import { parseCsv, type TableLimits } from './parse-csv.ts';

interface Row<T> {
  line: number;
  value: T;
}

export interface Table<T> {
  rows: Row<T>[];
  /** The first cell of every row, even invalid ones. Undefined if the file can't be read. */
  keys: Set<string> | undefined;
  reportProblem(row: { line: number }, column: string, reason: string): void;
}

export interface PackFiles {
  locate(name: string): string;
  /** Returns undefined for a missing optional file. Throws if the file can't be read. */
  read(name: string): Promise<string | undefined>;
  limits?: TableLimits;
}

export function openPackFolder(folder: string): PackFiles {
  const locate = (name: string) => join(folder, name);
  return { locate, read: (name) => readText(locate(name)) };
}

export function createTableReader({ locate, read, limits }: PackFiles, problems: Problem[]) {
  return {
    /** The header must have the schema's keys in order. `optionalColumns` may be missing. */
    async table<S extends z.ZodObject>(
      name: string,
      schema: S,
      optionalColumns: readonly string[] = [],
    ): Promise<Table<z.output<S>>> {
      const file = locate(name);
      const allColumns = Object.keys(schema.shape);
      let columns = allColumns;
      const reportProblem: Table<unknown>['reportProblem'] = ({ line }, column, reason) => {
        const columnNumber = columns.indexOf(column) + 1;
        problems.push({ file, line, ...(columnNumber > 0 && { column: columnNumber }), reason });
      };
      const emptyTable = { rows: [], keys: undefined, reportProblem };
      const csvRows = await attempt(problems, async () => {
        const text = await read(name);
        return text === undefined ? undefined : parseCsv(file, text, limits);
      });
      if (!csvRows) return emptyTable;
      const [header, ...records] = csvRows;
      columns = allColumns.filter(
        (name) => header?.fields.includes(name) || !optionalColumns.includes(name),
      );
      if (header?.fields.join() !== columns.join()) {
        const optionalHint =
          optionalColumns.length > 0 ? `; ${optionalColumns.join(', ')} are optional` : '';
        problems.push({
          file,
          line: 1,
          reason: `the header must be exactly ${allColumns.join()}${optionalHint}`,
        });
        return emptyTable;
      }
      const rows = records.flatMap(({ line, fields }) => {
        if (fields.length !== columns.length) {
          const reason = `expected ${columns.length} columns, found ${fields.length}`;
          problems.push({ file, line, reason });
          return [];
        }
        const cells = Object.fromEntries(
          allColumns.map((column) => [column, fields[columns.indexOf(column)] ?? '']),
        );
        const result = schema.safeParse(cells);
        for (const issue of result.error?.issues ?? [])
          reportProblem({ line }, String(issue.path[0]), formatIssue(issue));
        return result.success ? [{ line, value: result.data }] : [];
      });
      return { rows, keys: new Set(records.map(({ fields: [key = ''] }) => key)), reportProblem };
    },

    async json<S extends z.ZodType>(name: string, schema: S): Promise<z.output<S> | undefined> {
      const file = locate(name);
      const text = await attempt(problems, () => read(name));
      if (text === undefined) return undefined;
      const value = await attempt(problems, async () => ({ json: parseJson(file, text) }));
      const result = value && schema.safeParse(value.json);
      for (const issue of result?.error?.issues ?? [])
        problems.push({ file, line: findKeyLine(text, issue.path[0]), reason: formatIssue(issue) });
      return result?.data;
    },
  };
}

async function attempt<T>(problems: Problem[], read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof UnreadableFileError)) throw error;
    problems.push(error.problem);
    return undefined;
  }
}

async function readText(file: string): Promise<string> {
  const bytes = await readFile(file).catch((cause) => {
    throw new UnreadableFileError({ file, reason: 'the file is missing or unreadable' }, cause);
  });
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new UnreadableFileError({ file, reason: 'the file is not UTF-8' });
  }
}

function parseJson(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const line = countLines(text, findJsonError(text, reason));
    throw new UnreadableFileError({ file, line, reason: `not JSON: ${reason}` });
  }
}

/** V8 reports the error's position, or an excerpt that begins ten characters before it. */
function findJsonError(text: string, reason: string): number {
  if (reason.startsWith('Unexpected end')) return text.length;
  const position = /position (\d+)/.exec(reason)?.[1];
  const excerpt = /\.{3}"(.+)"(?:\.{3})? is not valid JSON$/s.exec(reason)?.[1];
  if (position !== undefined) return Number(position);
  return excerpt === undefined ? 0 : text.indexOf(excerpt) + 10;
}

// The contract's messages are whole sentences ('At most …'). Other messages follow a column's name.
function formatIssue({ path, message }: { path: PropertyKey[]; message: string }): string {
  if (path.length === 0) return message;
  return `${path.map(String).join('.')}${/^\p{Lu}/u.test(message) ? ':' : ''} ${message}`;
}

function findKeyLine(text: string, key: PropertyKey | undefined): number {
  const line = text.split('\n').findIndex((row) => row.trimStart().startsWith(`"${String(key)}"`));
  return Math.max(line, 0) + 1;
}
