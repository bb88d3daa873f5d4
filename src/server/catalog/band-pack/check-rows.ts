import type { z } from 'zod';
import { identityKey } from '#contract/text.ts';
import { isReservedUsername } from '../../accounts/reserved-username.ts';
import { type PackDay, resolveDate } from './pack-dates.ts';
import type { Table } from './pack-file.ts';
import type { showRow, songRow, sourceRow, userRow } from './pack-rows.ts';

type Rows<S extends z.ZodType> = Table<z.output<S>>;

export function checkUsers(
  table: Rows<typeof userRow>,
  productName: string,
  songTable: Rows<typeof songRow>,
): void {
  reportDuplicates(table, 'email');
  reportDuplicates(table, 'username');
  const titles = new Set(songTable.rows.map(({ value }) => value.title));
  for (const row of table.rows) {
    const { username, favoriteSong } = row.value;
    if (isReservedUsername(username, productName))
      table.reportProblem(row, 'username', `username ${username} is reserved`);
    if (favoriteSong !== null && songTable.keys && !titles.has(favoriteSong))
      table.reportProblem(row, 'favoriteSong', `no song has the title ${favoriteSong}`);
  }
}

export function checkSources(table: Rows<typeof sourceRow>, { keys }: Rows<typeof showRow>): void {
  // IDs are per archive and case-sensitive.
  reportDuplicates(table, 'sourceId', ({ source, sourceId }) => `${source} ${sourceId}`);
  for (const row of table.rows) {
    const { show } = row.value;
    if (show !== null && keys && !keys.has(show))
      table.reportProblem(row, 'show', `no show has the key ${show}`);
  }
}

/** `getIdentity` defaults to the `identityKey` of the column. */
export function reportDuplicates<Key extends string, T extends Record<Key, string>>(
  { rows, reportProblem }: Table<T>,
  column: Key,
  getIdentity = (value: T) => identityKey(value[column]),
): void {
  const lines = new Map<string, number>();
  for (const { line, value } of rows) {
    const identity = getIdentity(value);
    const earlierLine = lines.get(identity);
    if (earlierLine === undefined) lines.set(identity, line);
    else
      reportProblem(
        { line },
        column,
        `${column} ${value[column]} is already on line ${earlierLine}`,
      );
  }
}

// Song statistics exclude the pack's setlists: a play after the first setlist would count twice.
export function reportDoubleCounts(
  { rows, reportProblem }: Table<{ timesPlayed: number; lastPlayed: PackDay | null }>,
  playedShows: readonly { day: PackDay }[],
  today: string,
): void {
  const firstShow = playedShows
    .map(({ day }) => ({ day, date: resolveDate(day, today) }))
    .reduce((a, b) => (b.date < a.date ? b : a), { day: 0, date: today } as DatedDay);
  for (const { line, value } of rows) {
    const { lastPlayed } = value;
    if (
      value.timesPlayed === 0 ||
      lastPlayed === null ||
      resolveDate(lastPlayed, today) < firstShow.date
    )
      continue;
    const column = typeof lastPlayed === 'number' ? 'lastPlayedDay' : 'lastPlayed';
    const reason = `${column} must be before the first setlist, ${formatDay(firstShow.day)}`;
    reportProblem({ line }, column, reason);
  }
}

type DatedDay = { day: PackDay; date: string };

export function formatDay(day: PackDay): string {
  return typeof day === 'number' ? `day ${day}` : day;
}
