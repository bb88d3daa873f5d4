import { useEffect, useState } from 'react';
import { CheckboxField } from '#web/ui/form/checkbox-field.tsx';

/**
 * A switch that keeps this screen on through the show; the choice is kept on this device. For browsers
 * that know `navigator.wakeLock`.
 */
export default function KeepAwake() {
  const [isWanted, setWanted] = useState(isKept);
  useEffect(() => (isWanted ? holdScreen() : undefined), [isWanted]);
  return (
    <CheckboxField
      label="Keep the screen on"
      checked={isWanted}
      onChange={({ target }) => {
        setWanted(target.checked);
        keep(target.checked);
      }}
    />
  );
}

/** Until it is called back. The system takes the lock whenever the page is not seen, or to save power. */
function holdScreen(): () => void {
  const ended = new AbortController();
  let lock: WakeLockSentinel | undefined;
  const hold = async () => {
    if (document.visibilityState !== 'visible') return;
    // Refused where the battery is low: the switch stays, and the next look tries again.
    lock = await navigator.wakeLock?.request('screen').catch(() => undefined);
    if (ended.signal.aborted) await lock?.release();
  };
  void hold();
  document.addEventListener('visibilitychange', () => void hold(), { signal: ended.signal });
  return () => {
    ended.abort();
    void lock?.release();
  };
}

const KEY = 'keep-awake';

function isKept(): boolean {
  try {
    return localStorage.getItem(KEY) === 'on';
  } catch {
    return false;
  }
}

function keep(isOn: boolean): void {
  try {
    if (isOn) localStorage.setItem(KEY, 'on');
    else localStorage.removeItem(KEY);
  } catch {
    // Storage is forbidden here: it holds for this page.
  }
}
