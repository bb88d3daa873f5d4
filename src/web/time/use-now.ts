import { useCallback, useSyncExternalStore } from 'react';
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

/** Compares with the server's clock. Rerenders when the instant passes. */
export function useHasPassed(instant: number): boolean {
  const subscribe = useCallback(
    (notify: () => void) => {
      let timer: ReturnType<typeof setTimeout>;
      const check = () => {
        // Before the render, during which the instant may pass.
        const remainingMs = instant - serverNow();
        // A timer waits at most 24 days.
        if (remainingMs > 0) timer = setTimeout(check, Math.min(remainingMs, 2 ** 31 - 1));
        notify();
      };
      check();
      return () => clearTimeout(timer);
    },
    [instant],
  );
  const hasPassed = () => serverNow() >= instant;
  return useSyncExternalStore(subscribe, hasPassed, hasPassed);
}
