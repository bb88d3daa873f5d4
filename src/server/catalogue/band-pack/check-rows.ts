import type { z } from 'zod';
import { identityKey } from '#contract/text.ts';
import { isReservedUsername } from '../../accounts/reserved-username.ts';
import { dateOf, type PackDay } from './pack-dates.ts';
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
      table.complain(row, 'username', `username ${username} is reserved`);
    if (favoriteSong !== null && songTable.keys && !titles.has(favoriteSong))
      table.complain(row, 'favoriteSong', `no song has the title ${favoriteSong}`);
  }
}

export function checkSources(table: Rows<typeof sourceRow>, { keys }: Rows<typeof showRow>): void {
  // Ids are per archive and case-sensitive.
  reportDuplicates(table, 'sourceId', ({ source, sourceId }) => `${source} ${sourceId}`);
  for (const row of table.rows) {
    const { show } = row.value;
    if (show !== null && keys && !keys.has(show))
      table.complain(row, 'show', `no show has the key ${show}`);
  }
}

/** `sameOf` defaults to the column's `identityKey`. */
export function reportDuplicates<Key extends string, T extends Record<Key, string>>(
  { rows, complain }: Table<T>,
  what: Key,
  sameOf = (value: T) => identityKey(value[what]),
): void {
  const lines = new Map<string, number>();
  for (const { line, value } of rows) {
    const same = sameOf(value);
    const earlier = lines.get(same);
    if (earlier === undefined) lines.set(same, line);
    else complain({ line }, what, `${what} ${value[what]} is already on line ${earlier}`);
  }
}

/** Song statistics exclude the pack's setlists: a later last play would count twice. */
export function reportCountedTwice(
  { rows, complain }: Table<{ timesPlayed: number; lastPlayed: PackDay | null }>,
  played: readonly { day: PackDay }[],
  today: string,
): void {
  const first = played
    .map(({ day }) => ({ day, date: dateOf(day, today) }))
    .reduce((a, b) => (b.date < a.date ? b : a), { day: 0, date: today } as DatedDay);
  for (const { line, value } of rows) {
    const { lastPlayed } = value;
    if (value.timesPlayed === 0 || lastPlayed === null || dateOf(lastPlayed, today) < first.date)
      continue;
    const column = typeof lastPlayed === 'number' ? 'lastPlayedDay' : 'lastPlayed';
    const reason = `${column} must be before the first setlist, ${dayText(first.day)}`;
    complain({ line }, column, reason);
  }
}

type DatedDay = { day: PackDay; date: string };

export function dayText(day: PackDay): string {
  return typeof day === 'number' ? `day ${day}` : day;
}
