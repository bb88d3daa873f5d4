import type { ReactNode } from 'react';
import type { DisplayedShow } from '#web/show-display/displayed-show.ts';
import { ShowFacts } from '#web/show-display/show-facts.tsx';
import {
  DropdownMenu,
  MenuCheckbox,
  MenuSeparator,
  MenuText,
} from '#web/ui/overlay/dropdown-menu.tsx';

type OpenShowMenuProps = {
  show: DisplayedShow;
  trigger: ReactNode;
  isScreenKeptOn: boolean;
  onKeepScreenOn: (isScreenKeptOn: boolean) => void;
};

/** Opens when its code has loaded, because a press on the trigger loads the code. */
export default function OpenShowMenu(props: OpenShowMenuProps) {
  const { show, trigger, isScreenKeptOn, onKeepScreenOn } = props;
  return (
    <DropdownMenu trigger={trigger} defaultOpen>
      <MenuText>
        <p className="wrap-anywhere font-semibold">{show.name}</p>
        <div className="mt-1 text-dim text-sm">
          <ShowFacts show={show} showDate />
        </div>
      </MenuText>
      {show.status === 'live' && 'wakeLock' in navigator && (
        <>
          <MenuSeparator />
          <MenuCheckbox checked={isScreenKeptOn} onChange={onKeepScreenOn}>
            Keep the screen on
          </MenuCheckbox>
        </>
      )}
    </DropdownMenu>
  );
}
