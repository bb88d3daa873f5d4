import { useCallback, useSyncExternalStore } from 'react';
import { serverNow } from '#web/http/server-clock.ts';

/** Now by the server's clock (milliseconds since 1970), renewed at each full second of it, or each full `step`. */
export function useNow(step = 1_000): number {
  const subscribe = useCallback(
    (tell: () => void) => {
      let timer = setTimeout(
        function tick() {
          tell();
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

/** Whether that instant has come by the server's clock; renders again at the moment it does. */
export function useHasPassed(instant: number): boolean {
  const subscribe = useCallback(
    (tell: () => void) => {
      let timer: ReturnType<typeof setTimeout>;
      const look = () => {
        tell();
        const left = instant - serverNow();
        // The longest wait that a timer can count is 24 days.
        if (left > 0) timer = setTimeout(look, Math.min(left, 2 ** 31 - 1));
      };
      look();
      return () => clearTimeout(timer);
    },
    [instant],
  );
  const hasPassed = () => serverNow() >= instant;
  return useSyncExternalStore(subscribe, hasPassed, hasPassed);
}
