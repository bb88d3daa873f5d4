import { type RefObject, useCallback } from 'react';
import type { SheetSong } from '#contract/next-sheet.ts';
import type { Group } from '#web/ui/list/group-items.ts';
import { JumpBar } from '#web/ui/list/jump-bar.tsx';

type LetterBarProps = {
  groups: readonly Group<SheetSong>[];
  list: RefObject<HTMLElement | null>;
};

export default function LetterBar({ groups, list }: LetterBarProps) {
  const findGroup = useCallback(
    (letter: string) =>
      list.current?.querySelector<HTMLElement>(`[data-letter="${letter}"]`) ?? null,
    [list],
  );
  return (
    <JumpBar
      label="Jump to letter"
      titles={groups.map(({ title }) => title)}
      {...{ groups, findGroup }}
      className="pl-2.5"
    />
  );
}
