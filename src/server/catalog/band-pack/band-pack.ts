import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { z } from 'zod';
import type { Band } from '#contract/band.ts';
import { bandFile } from './band-file.ts';
import { checkSources, checkUsers } from './check-rows.ts';
import { checkTables, type PackTables } from './check-tables.ts';
import { createTableReader, openPackFolder } from './pack-file.ts';
import { formatProblem, type Problem } from './pack-problem.ts';
import { sourceRow, userRow } from './pack-rows.ts';

export interface BandPack extends PackTables {
  band: Band;
  temporaryPassword: string;
  users: PackUser[];
  /** The archives' data about the shows; empty unless the pack is an export. */
  sources: PackSource[];
}

/** `favoriteSong` is the title of a song of the pack. */
export type PackUser = z.output<typeof userRow>;

type PackSource = z.output<typeof sourceRow>;

/** Reads the tables on demand, because they would take a tenth of each startup. */
export interface OpenBandPack {
  band: Band;
  /** Cached once the tables are valid. Rejects with an error that lists every problem. */
  load(): Promise<BandPack>;
}

/** Throws an error that lists every problem in `band.json`. */
export async function openBandPack(folder: string): Promise<OpenBandPack> {
  const problems: Problem[] = [];
  const file = await createTableReader(openPackFolder(folder), problems).json(
    'band.json',
    bandFile,
  );
  if (!file) throw new Error(problems.map(formatProblem).join('\n'));
  const { temporaryPassword: _password, ...fields } = file;
  let pack: Promise<BandPack> | undefined;
  return {
    band: { ...fields, version: 0 },
    load() {
      pack ??= loadBandPack(folder).catch((error: unknown) => {
        pack = undefined;
        throw error;
      });
      return pack;
    },
  };
}

/** Throws an error that lists every problem with file, line and reason. */
export async function loadBandPack(folder: string): Promise<BandPack> {
  const { pack, problems } = await checkBandPack(folder);
  if (!pack) throw new Error(problems.map(formatProblem).join('\n'));
  return pack;
}

/** Treats shows before `now` as over. */
export async function checkBandPack(
  folder: string,
  now = Date.now(),
): Promise<{ pack: BandPack | undefined; problems: Problem[] }> {
  const problems: Problem[] = [];
  const files = createTableReader(openPackFolder(folder), problems);
  const parsedBand = await files.json('band.json', bandFile);
  // Defaults, so that the other files are checked even if `band.json` is invalid.
  const defaults = parsedBand ?? { timeZone: 'UTC', usualStart: '', defaultCountry: '' };
  const { tables, songTable, showTable } = await checkTables(files, defaults, now);
  const userTable = await files.table('users.csv', userRow);
  checkUsers(userTable, parsedBand?.productName ?? '', songTable);
  const hasSources = existsSync(join(folder, 'sources.csv'));
  const sourceTable = hasSources ? await files.table('sources.csv', sourceRow) : undefined;
  if (sourceTable) checkSources(sourceTable, showTable);

  if (!parsedBand || problems.length > 0) return { pack: undefined, problems };
  const { temporaryPassword, ...bandFields } = parsedBand;
  const pack = {
    band: { ...bandFields, version: 0 },
    temporaryPassword,
    ...tables,
    users: userTable.rows.map(({ value }) => value),
    sources: sourceTable?.rows.map(({ value }) => value) ?? [],
  };
  return { pack, problems };
}
