import { useEffect, useState } from 'react';

export function useKeepAwake(
  isLive: boolean,
): [isEnabled: boolean, setEnabled: (isEnabled: boolean) => void] {
  const [isEnabled, setEnabled] = useState(readSetting);
  useEffect(() => (isEnabled && isLive ? keepScreenOn() : undefined), [isEnabled, isLive]);
  return [
    isEnabled,
    (value) => {
      setEnabled(value);
      saveSetting(value);
    },
  ];
}

/** The system also releases the lock, for hidden pages or to save power. */
function keepScreenOn(): () => void {
  const abortController = new AbortController();
  let lock: WakeLockSentinel | undefined;
  const requestLock = async () => {
    if (document.visibilityState !== 'visible') return;
    // The request may fail when the battery is low. The next `visibilitychange` retries it.
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
    // Storage is blocked, so the setting applies to this page only.
  }
}
