import type { SetlistEntry, UsualLength } from './setlists.ts';

export interface FinishCheck {
  isFine: boolean;
  text: string;
}

interface MissingChanges {
  unsent: number;
  refused: readonly string[];
}

/** Checks what is easily forgotten before a show's points are published. */
export function finishChecks(
  rows: readonly Pick<SetlistEntry, 'isCloser' | 'setLabel' | 'song'>[],
  usual: UsualLength | undefined,
  { unsent, refused }: MissingChanges = { unsent: 0, refused: [] },
): FinishCheck[] {
  const closers = rows.filter(({ isCloser }) => isCloser).map(({ song }) => `“${song.title}”`);
  const encore = rows.filter(({ setLabel }) => /encore/i.test(setLabel ?? '')).length;
  const count = rows.length === 1 ? '1 song' : `${rows.length} songs`;
  const isUsual = !usual || (rows.length >= usual.from && rows.length <= usual.to);
  const checks = [
    {
      isFine: closers.length > 0,
      text: closers.length > 0 ? `Closer: ${closers.join(', ')}` : 'No song is marked as closer',
    },
    {
      isFine: encore > 0,
      text: encore > 0 ? `Encore: ${encore === 1 ? '1 song' : `${encore} songs`}` : 'No encore',
    },
    {
      isFine: rows.length > 0 && isUsual,
      text: isUsual ? count : `${count}; nearly all shows have ${usual.from} to ${usual.to}`,
    },
  ];
  const changes = unsent === 1 ? '1 change is' : `${unsent} changes are`;
  if (unsent > 0) checks.push({ isFine: false, text: `${changes} not sent yet` });
  const titles = [...new Set(refused)].map((title) => `“${title}”`).join(', ');
  if (titles) checks.push({ isFine: false, text: `Refused, and not decided on: ${titles}` });
  return checks;
}
