import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { serverNow } from './server-clock.ts';

/** Returns the server's time in milliseconds since the epoch, rounded down to `step`. */
export function useNow(step = 1_000): number {
  const subscribe = useCallback(
    (notify: () => void) => {
      let timer = setTimeout(
        function tick() {
          notify();
          timer = setTimeout(tick, step - (serverNow() % step));
        },
        step - (serverNow() % step),
      );
      return () => clearTimeout(timer);
    },
    [step],
  );
  const now = () => Math.floor(serverNow() / step) * step;
  return useSyncExternalStore(subscribe, now, now);
}

/** Returns the whole seconds left, rounded up; 0 afterwards, without a timer. */
export function useSecondsUntil(instant: number): number {
  const { subscribe, countSeconds } = useMemo(() => watchSeconds(instant), [instant]);
  return useSyncExternalStore(subscribe, countSeconds, countSeconds);
}

function watchSeconds(instant: number) {
  const countSeconds = () => Math.max(0, Math.ceil((instant - serverNow()) / 1_000));

  function subscribe(notify: () => void) {
    let timer: ReturnType<typeof setTimeout>;
    const wait = () => {
      const remainingMs = instant - serverNow();
      if (remainingMs <= 0) return;
      timer = setTimeout(
        () => {
          notify();
          wait();
        },
        ((remainingMs - 1) % 1_000) + 1,
      );
    };
    wait();
    return () => clearTimeout(timer);
  }

  return { subscribe, countSeconds };
}

/** Compares with the server's clock. Re-renders when the instant passes. */
export function useHasPassed(instant: number): boolean {
  const { subscribe, hasPassed } = useMemo(() => watchInstant(instant), [instant]);
  return useSyncExternalStore(subscribe, hasPassed, hasPassed);
}

function watchInstant(instant: number) {
  let isPast = false;

  /** Stays true, even if a better estimate of the server's time is earlier. */
  function hasPassed(): boolean {
    isPast ||= serverNow() >= instant;
    return isPast;
  }

  function subscribe(notify: () => void) {
    let timer: ReturnType<typeof setTimeout>;
    const check = () => {
      // Read before the render, because the instant may pass during it.
      const remainingMs = instant - serverNow();
      // `setTimeout` takes at most 2^31 - 1 ms, about 24 days.
      if (remainingMs > 0) timer = setTimeout(check, Math.min(remainingMs, 2 ** 31 - 1));
      notify();
    };
    check();
    return () => clearTimeout(timer);
  }

  return { subscribe, hasPassed };
}
