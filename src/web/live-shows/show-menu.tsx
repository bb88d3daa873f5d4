import { useState } from 'react';
import type { DisplayedShow } from '#web/show-display/displayed-show.ts';
import { Button } from '#web/ui/button.tsx';
import { EllipsisVertical } from '#web/ui/icons.ts';
import { lazyComponent } from '#web/ui/loading/lazy.tsx';
import { useKeepAwake } from './use-keep-awake.ts';

const OpenShowMenu = lazyComponent(() => import('./open-show-menu.tsx'));

/** During a show, keeps the screen on whether the menu is open or not. */
export function ShowMenu({ show }: { show: DisplayedShow }) {
  const [isScreenKeptOn, setScreenKeptOn] = useKeepAwake(show.status === 'live');
  const [wasOpened, setOpened] = useState(false);
  const trigger = (
    <Button
      size="icon"
      variant="ghost"
      aria-label="About this show"
      aria-haspopup="menu"
      onClick={() => setOpened(true)}
    >
      <EllipsisVertical aria-hidden />
    </Button>
  );
  return (
    <OpenShowMenu
      show={show}
      trigger={trigger}
      isScreenKeptOn={isScreenKeptOn}
      onKeepScreenOn={setScreenKeptOn}
      loadWhen={wasOpened}
      fallback={trigger}
    />
  );
}
