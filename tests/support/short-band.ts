import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';

type Row = Record<string, string>;

/**
 * Keeps only the latest past shows, because training the odds on all of them takes minutes on a
 * busy machine.
 */
export async function writeShortBand(folder: string, pastShows: number): Promise<void> {
  await cp('bands/lantern', folder, { recursive: true });
  const isPast = ({ day }: Row) => Number(day) < 0;
  const shows = await readRows(join(folder, 'shows.csv'));
  const keptShows = [
    ...shows.filter(isPast).slice(-pastShows),
    ...shows.filter((show) => !isPast(show)),
  ];
  const keptKeys = new Set(keptShows.map(({ key }) => key));
  const songs = await readRows(join(folder, 'setlists.csv'));
  await writeRows(join(folder, 'shows.csv'), keptShows);
  await writeRows(
    join(folder, 'setlists.csv'),
    songs.filter(({ show }) => keptKeys.has(show)),
  );
}

async function readRows(path: string): Promise<Row[]> {
  return parse(await readFile(path), { columns: true });
}

async function writeRows(path: string, rows: readonly Row[]): Promise<void> {
  await writeFile(path, stringify([...rows], { header: true }));
}
