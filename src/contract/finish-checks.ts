import type { SetlistEntry, TypicalLength } from './setlists.ts';

export interface FinishCheck {
  isFine: boolean;
  text: string;
}

interface MissingChanges {
  unsentCount: number;
  rejectedTitles: readonly string[];
}

export function listFinishChecks(
  rows: readonly Pick<SetlistEntry, 'isCloser' | 'setLabel' | 'song'>[],
  typicalLength: TypicalLength | undefined,
  { unsentCount, rejectedTitles }: MissingChanges = { unsentCount: 0, rejectedTitles: [] },
): FinishCheck[] {
  const closers = rows.filter(({ isCloser }) => isCloser).map(({ song }) => `“${song.title}”`);
  const encoreCount = rows.filter(({ setLabel }) => /encore/i.test(setLabel ?? '')).length;
  const countText = rows.length === 1 ? '1 song' : `${rows.length} songs`;
  const isTypical =
    !typicalLength || (rows.length >= typicalLength.from && rows.length <= typicalLength.to);
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
      isFine: rows.length > 0 && isTypical,
      text: isTypical
        ? countText
        : `${countText}; nearly all shows have ${typicalLength.from} to ${typicalLength.to}`,
    },
  ];
  const changes = unsentCount === 1 ? '1 change is' : `${unsentCount} changes are`;
  if (unsentCount > 0) checks.push({ isFine: false, text: `${changes} not sent yet` });
  const titles = [...new Set(rejectedTitles)].map((title) => `“${title}”`).join(', ');
  if (titles) checks.push({ isFine: false, text: `Rejected, not yet resolved: ${titles}` });
  return checks;
}
