import { type SyntheticEvent, useId, useRef, useState } from 'react';
import { lazyComponent } from '#web/ui/loading/lazy.tsx';
import { usePhoneScreen } from '#web/ui/use-wide-screen.ts';
import type { Drag, HandleListeners } from './drag-layer.tsx';
import { PickMenu } from './pick-menu.tsx';
import { PICK_ROWS, PickRow } from './pick-row.tsx';
import { useFocusTools } from './use-focus-tools.ts';

export type PickListProps = {
  songIds: readonly string[];
  getTitle: (songId: string) => string;
  lastAdded: string | null;
  disabled: boolean;
  onMove: (songId: string, to: number) => void;
  /** Must not announce the move: the drag code does. */
  onDrop: (songId: string, to: number) => void;
  onRemove: (songId: string) => void;
};

const DragLayer = lazyComponent(() => import('./drag-layer.tsx'));

/** Loads the drag code after the list renders, because it is a third of the game's code. */
export function PickList({ songIds, getTitle, lastAdded, disabled, ...handlers }: PickListProps) {
  const { list, focusNext } = useFocusTools(songIds);
  const handleListeners = useRef<HandleListeners>(new Map());
  const [drag, setDrag] = useState<Drag | null>();
  const [isHandlePressed, setHandlePressed] = useState(false);
  const canDrag = drag !== undefined;
  const instructionsId = useId();
  const isPhone = usePhoneScreen();
  const [menu, setMenu] = useState({ songId: '', isOpen: false });
  const menuIndex = songIds.indexOf(menu.songId);

  function pressHandle(songId: string, event: SyntheticEvent) {
    setHandlePressed(true);
    handleListeners.current.get(songId)?.[LISTENER_NAMES[event.type] ?? '']?.(event);
  }

  function remove(songId: string) {
    const index = songIds.indexOf(songId);
    const neighbor = songIds[index + 1] ?? songIds[index - 1];
    if (neighbor) focusNext(neighbor, isPhone ? 'menu' : 'remove', { stay: false });
    handlers.onRemove(songId);
  }

  return (
    <>
      <ol ref={list} aria-label="Your Prediction" className={PICK_ROWS}>
        {songIds.map((songId, index) => (
          <PickRow
            key={songId}
            songId={songId}
            title={getTitle(songId)}
            index={index}
            shownIndex={drag ? drag.songIds.indexOf(songId) : index}
            count={songIds.length}
            isNew={songId === lastAdded}
            disabled={disabled}
            isDragging={drag?.songId === songId}
            instructionsId={canDrag ? instructionsId : undefined}
            onHandlePress={(event) => pressHandle(songId, event)}
            onMove={(to, tool) => {
              focusNext(songId, tool, { stay: true });
              handlers.onMove(songId, to);
            }}
            onRemove={() => remove(songId)}
            onOpenMenu={isPhone ? () => setMenu({ songId, isOpen: true }) : undefined}
          />
        ))}
      </ol>
      {isPhone && menuIndex >= 0 && (
        <PickMenu
          title={getTitle(menu.songId)}
          index={menuIndex}
          count={songIds.length}
          disabled={disabled}
          open={menu.isOpen}
          onClose={() => setMenu({ ...menu, isOpen: false })}
          onMove={(to) => handlers.onMove(menu.songId, to)}
          onRemove={() => remove(menu.songId)}
        />
      )}
      <p id={instructionsId} hidden>
        Press space to pick up the song, the arrow keys to move it, space again to drop it, and
        escape to put it back.
      </p>
      <DragLayer
        loadWhen={isHandlePressed || 'idle'}
        {...{ songIds, getTitle, disabled, list, handleListeners }}
        onDrag={setDrag}
        onDrop={handlers.onDrop}
      />
    </>
  );
}

const LISTENER_NAMES: Readonly<Record<string, string>> = {
  mousedown: 'onMouseDown',
  touchstart: 'onTouchStart',
  keydown: 'onKeyDown',
};
