import type { DisplayedShow } from '#web/show-display/displayed-show.ts';
import { EllipsisVertical } from '#web/ui/icons.ts';
import { lazyComponent } from '#web/ui/loading/lazy.tsx';
import { useMenuTrigger } from '#web/ui/overlay/use-menu-trigger.tsx';
import { useKeepAwake } from './use-keep-awake.ts';

const OpenShowMenu = lazyComponent(() => import('./open-show-menu.tsx'));

/** Keeps the screen on during a show, even while the menu is closed. */
export function ShowMenu({ show }: { show: DisplayedShow }) {
  const [isScreenKeptOn, setScreenKeptOn] = useKeepAwake(show.status === 'live');
  const menu = useMenuTrigger({
    label: 'About this show',
    icon: <EllipsisVertical aria-hidden />,
  });
  return (
    <OpenShowMenu
      {...menu}
      show={show}
      isScreenKeptOn={isScreenKeptOn}
      onKeepScreenOn={setScreenKeptOn}
    />
  );
}
