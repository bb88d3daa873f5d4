import { type SyntheticEvent, useId, useRef, useState } from 'react';
import { lazyPart } from '#web/ui/loading/lazy.tsx';
import type { Drag, Grips } from './drag-layer.tsx';
import { PickRow } from './pick-row.tsx';
import { useFocusTools } from './use-focus-tools.ts';

export type PickListProps = {
  songIds: readonly string[];
  getTitle: (songId: string) => string;
  lastAdded: string | null;
  disabled: boolean;
  onMove: (songId: string, to: number) => void;
  /** Unlike `onMove`, needs no announcement: the drag code has announced it. */
  onDrop: (songId: string, to: number) => void;
  onRemove: (songId: string) => void;
};

const DragLayer = lazyPart(() => import('./drag-layer.tsx'));

/** The drag code is a third of the game's code, so it loads after the list has rendered. */
export function PickList({ songIds, getTitle, lastAdded, disabled, ...handlers }: PickListProps) {
  const { list, focusNext } = useFocusTools(songIds);
  const grips = useRef<Grips>(new Map());
  const [drag, setDrag] = useState<Drag | null>();
  const [isGripPressed, setGripPressed] = useState(false);
  const canDrag = drag !== undefined;
  const instructionsId = useId();

  function pressGrip(songId: string, event: SyntheticEvent) {
    setGripPressed(true);
    grips.current.get(songId)?.[LISTENERS[event.type] ?? '']?.(event);
  }

  return (
    <>
      <ol ref={list} aria-label="Your Prediction">
        {songIds.map((songId, index) => (
          <PickRow
            key={songId}
            songId={songId}
            title={getTitle(songId)}
            index={index}
            shownIndex={drag ? drag.songIds.indexOf(songId) : index}
            count={songIds.length}
            fresh={songId === lastAdded}
            disabled={disabled}
            isDragging={drag?.songId === songId}
            instructionsId={canDrag ? instructionsId : undefined}
            onGripPress={(event) => pressGrip(songId, event)}
            onMove={(to, tool) => {
              focusNext(songId, tool, { stay: true });
              handlers.onMove(songId, to);
            }}
            onRemove={() => {
              const neighbour = songIds[index + 1] ?? songIds[index - 1];
              if (neighbour) focusNext(neighbour, 'remove', { stay: false });
              handlers.onRemove(songId);
            }}
          />
        ))}
      </ol>
      <p id={instructionsId} hidden>
        Press space to pick up the song, the arrow keys to move it, space again to drop it, escape
        to put it back.
      </p>
      <DragLayer
        wanted={isGripPressed || 'idle'}
        {...{ songIds, getTitle, disabled, list, grips }}
        onDrag={setDrag}
        onDrop={handlers.onDrop}
      />
    </>
  );
}

const LISTENERS: Readonly<Record<string, string>> = {
  mousedown: 'onMouseDown',
  touchstart: 'onTouchStart',
  keydown: 'onKeyDown',
};
