import { useEffect, useState } from 'react';
import type { DisplayedShow } from '#web/show-display/displayed-show.ts';
import { ShowFacts } from '#web/show-display/show-facts.tsx';
import { Button } from '#web/ui/button.tsx';
import { EllipsisVertical } from '#web/ui/icons.ts';
import {
  DropdownMenu,
  MenuCheckbox,
  MenuSeparator,
  MenuText,
} from '#web/ui/overlay/dropdown-menu.tsx';

/** Keeps the screen on while it is mounted, whether the menu is open or not. */
export default function ShowMenu({ show }: { show: DisplayedShow }) {
  const [isScreenKeptOn, setScreenKeptOn] = useState(readSetting);
  useEffect(() => (isScreenKeptOn ? keepScreenOn() : undefined), [isScreenKeptOn]);
  return (
    <DropdownMenu
      trigger={
        <Button size="icon" variant="ghost" aria-label="About this show">
          <EllipsisVertical aria-hidden />
        </Button>
      }
    >
      <MenuText>
        <p className="wrap-anywhere font-semibold">{show.name}</p>
        <div className="mt-1 text-dim text-sm">
          <ShowFacts show={show} showDate />
        </div>
      </MenuText>
      {'wakeLock' in navigator && (
        <>
          <MenuSeparator />
          <MenuCheckbox
            checked={isScreenKeptOn}
            onChange={(isEnabled) => {
              setScreenKeptOn(isEnabled);
              saveSetting(isEnabled);
            }}
          >
            Keep the screen on
          </MenuCheckbox>
        </>
      )}
    </DropdownMenu>
  );
}

/** The system also releases the lock, for hidden pages or to save power. */
function keepScreenOn(): () => void {
  const abortController = new AbortController();
  let lock: WakeLockSentinel | undefined;
  const requestLock = async () => {
    if (document.visibilityState !== 'visible') return;
    // The request may fail on low battery. The next `visibilitychange` tries again.
    lock = await navigator.wakeLock?.request('screen').catch(() => undefined);
    if (abortController.signal.aborted) await lock?.release();
  };
  void requestLock();
  document.addEventListener('visibilitychange', () => void requestLock(), {
    signal: abortController.signal,
  });
  return () => {
    abortController.abort();
    void lock?.release();
  };
}

const STORAGE_KEY = 'keep-awake';

function readSetting(): boolean {
  try {
    return localStorage.getItem(STORAGE_KEY) === 'on';
  } catch {
    return false;
  }
}

function saveSetting(isEnabled: boolean): void {
  try {
    if (isEnabled) localStorage.setItem(STORAGE_KEY, 'on');
    else localStorage.removeItem(STORAGE_KEY);
  } catch {
    // Without storage, the choice applies to this page only.
  }
}
