import { useEffect, useState } from 'react';
import { serverNow } from '#web/http/server-clock.ts';

/** Now by the server's clock (milliseconds since 1970), renewed at each full second of it. */
export function useNow(): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const tick = () => {
      setNow(serverNow());
      timer = setTimeout(tick, 1_000 - (serverNow() % 1_000));
    };
    tick();
    return () => clearTimeout(timer);
  }, []);
  return now;
}

/** Whether that instant has come by the server's clock; renders again at the moment it does. */
export function useHasPassed(instant: number): boolean {
  const [hasPassed, setHasPassed] = useState(() => serverNow() >= instant);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const look = () => {
      const left = instant - serverNow();
      setHasPassed(left <= 0);
      // The longest wait that a timer can count is 24 days.
      if (left > 0) timer = setTimeout(look, Math.min(left, 2 ** 31 - 1));
    };
    look();
    return () => clearTimeout(timer);
  }, [instant]);
  return hasPassed;
}
