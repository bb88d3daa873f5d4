import type { ReactNode } from 'react';
import { Button } from '#web/ui/button.tsx';
import { classes } from '#web/ui/class-names.ts';
import { Pin } from '#web/ui/icons.ts';
import { changeDraft } from '../draft.ts';
import { fillSheet } from './fill-sheet.ts';
import { StageHeader } from './stage-header.tsx';

export type SongChoiceProps = {
  title: string;
  songIds: readonly string[];
  current: readonly string[];
  /** Empty for a deleted song. */
  getTitle: (songId: string) => string;
  onBack: () => void;
  onUse: (songIds: readonly string[], isSurprise?: boolean) => void;
  isSurprise?: boolean | undefined;
  pins?: { pinned: ReadonlySet<string>; onToggle: (songId: string) => void } | undefined;
  children?: ReactNode;
};

export function SongChoice({ title, current, getTitle, pins, onUse, ...props }: SongChoiceProps) {
  const existingSongs = props.songIds.filter((id) => getTitle(id) !== '');
  const songIds = changeDraft([], { type: 'replace', songIds: existingSongs });
  const applySongs = () => onUse(songIds, props.isSurprise);
  const filledSheet = fillSheet(current, songIds, pins?.pinned ?? NO_PINS);
  const addedCount = filledSheet.length - current.length;
  const mySongs = current.length === 1 ? 'my song' : `my ${current.length} songs`;
  return (
    <div className="grid min-h-[60dvh] grid-rows-[auto_1fr_auto]">
      <div className="grid gap-2 pb-3">
        <StageHeader title={title} onBack={props.onBack} />
        {props.children}
      </div>
      <ol aria-label="Songs to start from">
        {songIds.map((songId, index) => (
          <SongRow
            key={songId}
            number={index + 1}
            title={getTitle(songId)}
            isOnSheet={current.includes(songId)}
            pin={
              pins && {
                isPinned: pins.pinned.has(songId),
                onToggle: () => pins.onToggle(songId),
              }
            }
          />
        ))}
      </ol>
      <div className="sticky -bottom-5 -mx-5 -mb-5 flex flex-wrap justify-end gap-3 border-rail border-t bg-stage px-5 pt-3 pb-[max(1rem,env(safe-area-inset-bottom))] max-sm:*:flex-1 sm:-mx-6 sm:px-6">
        {current.length === 0 ? (
          <Button variant="lamp" disabled={songIds.length === 0} onClick={applySongs}>
            Use {songIds.length === 1 ? 'this song' : `these ${songIds.length} songs`}
          </Button>
        ) : (
          <>
            <Button disabled={songIds.length === 0} onClick={applySongs}>
              Replace {mySongs}
            </Button>
            {addedCount > 0 && (
              <Button variant="lamp" onClick={() => onUse(filledSheet)}>
                Keep {mySongs}, add {addedCount}
              </Button>
            )}
          </>
        )}
      </div>
    </div>
  );
}

const NO_PINS: ReadonlySet<string> = new Set();

type SongRowProps = {
  number: number;
  title: string;
  isOnSheet: boolean;
  pin: { isPinned: boolean; onToggle: () => void } | undefined;
};

function SongRow({ number, title, isOnSheet, pin }: SongRowProps) {
  return (
    <li className="grid min-h-12 grid-cols-[1.75rem_minmax(0,1fr)_auto] items-center gap-x-3 border-rail/60 border-t">
      <span className="poster text-right font-bold text-dim text-xl">{number}</span>
      <span className="min-w-0 py-1.5">
        <span className="poster block font-bold text-poster-sm">{title}</span>
        {isOnSheet && <span className="text-dim text-xs">On your sheet</span>}
      </span>
      {pin && (
        <Button
          variant="ghost"
          size="icon"
          aria-label={`Pin ${title}`}
          aria-pressed={pin.isPinned}
          onClick={pin.onToggle}
        >
          <Pin
            aria-hidden
            className={classes(pin.isPinned && 'fill-current text-lamp', 'size-5')}
          />
        </Button>
      )}
    </li>
  );
}
