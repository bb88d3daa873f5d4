import type { SetlistEntry, UsualLength } from './setlists.ts';

export interface FinishCheck {
  isFine: boolean;
  text: string;
}

interface MissingChanges {
  unsent: number;
  rejected: readonly string[];
}

/** Checks what is easily forgotten before a show's points are published. */
export function finishChecks(
  rows: readonly Pick<SetlistEntry, 'isCloser' | 'setLabel' | 'song'>[],
  usualLength: UsualLength | undefined,
  { unsent, rejected }: MissingChanges = { unsent: 0, rejected: [] },
): FinishCheck[] {
  const closers = rows.filter(({ isCloser }) => isCloser).map(({ song }) => `“${song.title}”`);
  const encoreCount = rows.filter(({ setLabel }) => /encore/i.test(setLabel ?? '')).length;
  const count = rows.length === 1 ? '1 song' : `${rows.length} songs`;
  const isUsual =
    !usualLength || (rows.length >= usualLength.from && rows.length <= usualLength.to);
  const checks = [
    {
      isFine: closers.length > 0,
      text: closers.length > 0 ? `Closer: ${closers.join(', ')}` : 'No song is marked as closer',
    },
    {
      isFine: encoreCount > 0,
      text:
        encoreCount > 0
          ? `Encore: ${encoreCount === 1 ? '1 song' : `${encoreCount} songs`}`
          : 'No encore',
    },
    {
      isFine: rows.length > 0 && isUsual,
      text: isUsual
        ? count
        : `${count}; nearly all shows have ${usualLength.from} to ${usualLength.to}`,
    },
  ];
  const changes = unsent === 1 ? '1 change is' : `${unsent} changes are`;
  if (unsent > 0) checks.push({ isFine: false, text: `${changes} not sent yet` });
  const titles = [...new Set(rejected)].map((title) => `“${title}”`).join(', ');
  if (titles) checks.push({ isFine: false, text: `Rejected, not yet resolved: ${titles}` });
  return checks;
}
