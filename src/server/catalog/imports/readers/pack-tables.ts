import { detectTable, PACK_TABLES, type PackTable } from '#contract/import-kinds.ts';
import { PACK_LIMITS } from '#contract/import-limits.ts';
import { checkTables, type PackTables, type TableDefaults } from '../../band-pack/check-tables.ts';
import { EXAMPLE_KEYS } from '../../band-pack/empty-tables.ts';
import { createTableReader, type Table } from '../../band-pack/pack-file.ts';
import { formatLocation, type Problem } from '../../band-pack/pack-problem.ts';
import { createUnpacker, decode, type SavedFile, type Unpack } from './unpack.ts';

export interface PackTablesRequest {
  files: readonly SavedFile[];
  defaults: TableDefaults;
  /** Epoch milliseconds. Shows before this time are over. */
  now: number;
}

export interface CheckedPackTables {
  /** Undefined if there are problems. */
  tables: PackTables | undefined;
  problems: { path: string; message: string }[];
  problemCount: number;
}

type FilesByTable = Map<string, { name: string; text: string }>;

/** Finds all problems in the tables. Throws `ImportStoppedError` for a file that is not text. */
export async function readPackTables({
  files,
  defaults,
  now,
}: PackTablesRequest): Promise<CheckedPackTables> {
  const problems: Problem[] = [];
  const filesByTable = await identifyFiles(files, problems);
  const setlists = filesByTable.get('setlists.csv');
  if (setlists && !(filesByTable.has('songs.csv') && filesByTable.has('shows.csv'))) {
    const reason = 'choose songs.csv and shows.csv too, because setlists refer to their keys';
    problems.push({ file: setlists.name, reason });
  }
  const reader = createTableReader(
    {
      locate: (name) => filesByTable.get(name)?.name ?? name,
      read: async (name) => filesByTable.get(name)?.text,
      limits: PACK_LIMITS,
    },
    problems,
  );
  const { tables, songTable, showTable, setlistTable } = await checkTables(reader, defaults, now);
  reportExamples(songTable, 'key', EXAMPLE_KEYS.song);
  reportExamples(showTable, 'key', EXAMPLE_KEYS.show);
  reportExamples(setlistTable, 'show', EXAMPLE_KEYS.show);
  const findFile = ({ file }: Problem) => files.findIndex(({ name }) => name === file);
  return {
    tables: problems.length === 0 ? tables : undefined,
    problems: problems
      .toSorted((a, b) => findFile(a) - findFile(b) || (a.line ?? 0) - (b.line ?? 0))
      .slice(0, PACK_LIMITS.problems)
      .map((problem) => ({ path: formatLocation(problem), message: problem.reason })),
    problemCount: problems.length,
  };
}

async function identifyFiles(
  files: readonly SavedFile[],
  problems: Problem[],
): Promise<FilesByTable> {
  const unpack = createUnpacker(PACK_LIMITS.unpackedBytes);
  const filesByTable: FilesByTable = new Map();
  for (const file of files) {
    if (/\.(?:xls[xm]?|ods|numbers)$/i.test(file.name)) {
      const reason = 'this is a whole spreadsheet. Save each of its tables as CSV (UTF-8)';
      problems.push({ file: file.name, reason });
      continue;
    }
    const text = await readText(file, unpack);
    const table = detectTable(text) ?? findTableInName(file.name);
    const earlierFile = table && filesByTable.get(`${table}.csv`);
    if (!table)
      problems.push({
        file: file.name,
        line: 1,
        reason: 'the first row must have the column names of songs.csv, shows.csv or setlists.csv',
      });
    else if (earlierFile)
      problems.push({ file: file.name, reason: `${earlierFile.name} already has the ${table}` });
    else filesByTable.set(`${table}.csv`, { name: file.name, text });
  }
  return filesByTable;
}

async function readText(file: SavedFile, unpack: Unpack): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of unpack(file)) chunks.push(chunk);
  return decode(Buffer.concat(chunks), file.name);
}

/** Finds the table of 'songs (1).csv' or 'Tour shows - songs.csv', whose column names are wrong. */
function findTableInName(name: string): PackTable | undefined {
  const lastWord = name
    .toLowerCase()
    .match(/songs|shows|setlists/g)
    ?.at(-1);
  return PACK_TABLES.find((table) => table === lastWord);
}

function reportExamples<Key extends string>(
  { rows, reportProblem }: Table<Record<Key, string>>,
  column: Key,
  exampleKey: string,
): void {
  for (const row of rows)
    if (row.value[column] === exampleKey)
      reportProblem(row, column, 'this is the example. Delete this row');
}
