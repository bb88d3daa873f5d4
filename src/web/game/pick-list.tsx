import { type SyntheticEvent, useId, useRef, useState } from 'react';
import { lazyPart } from '#web/ui/loading/lazy.tsx';
import type { Drag, Grips } from './drag-layer.tsx';
import { PickRow } from './pick-row.tsx';
import { useFocusTools } from './use-focus-tools.ts';

export type PickListProps = {
  songIds: readonly string[];
  titleOf: (songId: string) => string;
  lastAdded: string | null;
  disabled: boolean;
  onMove: (songId: string, to: number) => void;
  /** Unlike a move, a drag announces itself. */
  onDrop: (songId: string, to: number) => void;
  onRemove: (songId: string) => void;
};

const DragLayer = lazyPart(() => import('./drag-layer.tsx'));

/** The drag code is a third of the game's code, so it loads after the list has rendered. */
export function PickList({ songIds, titleOf, lastAdded, disabled, ...on }: PickListProps) {
  const { list, focusNext } = useFocusTools(songIds);
  const grips = useRef<Grips>(new Map());
  const [drag, setDrag] = useState<Drag | null>();
  const [isHeld, setHeld] = useState(false);
  const canDrag = drag !== undefined;
  const instructionsId = useId();

  function hold(songId: string, event: SyntheticEvent) {
    setHeld(true);
    grips.current.get(songId)?.[LISTENERS[event.type] ?? '']?.(event);
  }

  return (
    <>
      <ol ref={list} aria-label="Your Prediction">
        {songIds.map((songId, place) => (
          <PickRow
            key={songId}
            songId={songId}
            title={titleOf(songId)}
            place={place}
            shownPlace={drag ? drag.songIds.indexOf(songId) : place}
            count={songIds.length}
            fresh={songId === lastAdded}
            disabled={disabled}
            isDragging={drag?.songId === songId}
            instructionsId={canDrag ? instructionsId : undefined}
            onHold={(event) => hold(songId, event)}
            onMove={(to, by) => {
              focusNext(songId, by, { stay: true });
              on.onMove(songId, to);
            }}
            onRemove={() => {
              const neighbour = songIds[place + 1] ?? songIds[place - 1];
              if (neighbour) focusNext(neighbour, 'remove', { stay: false });
              on.onRemove(songId);
            }}
          />
        ))}
      </ol>
      <p id={instructionsId} hidden>
        Press space to pick up the song, the arrow keys to move it, space again to drop it, escape
        to put it back.
      </p>
      <DragLayer
        wanted={isHeld || 'idle'}
        {...{ songIds, titleOf, disabled, list, grips }}
        onDrag={setDrag}
        onDrop={on.onDrop}
      />
    </>
  );
}

const LISTENERS: Readonly<Record<string, string>> = {
  mousedown: 'onMouseDown',
  touchstart: 'onTouchStart',
  keydown: 'onKeyDown',
};
