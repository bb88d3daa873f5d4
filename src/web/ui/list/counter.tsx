import { useEffect, useRef, useState } from 'react';
import { TabularNumber } from './tabular-number.tsx';

type CounterProps = { value: number; decimals?: number | undefined };

/** A number that counts up once when it appears, and on from there when it changes. */
export function Counter({ value, decimals = 0 }: CounterProps) {
  const shown = useCountedUp(value);
  const text = shown.toLocaleString('en-US', {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
  // Cells keep running figures from trembling; at rest the face's own spacing reads better.
  return shown === value ? text : <TabularNumber>{text}</TabularNumber>;
}

const DURATION_MS = 600;

function useCountedUp(value: number): number {
  const [shown, setShown] = useState(() => (isStill() ? value : 0));
  const from = useRef(shown);

  useEffect(() => {
    const start = from.current;
    const began = performance.now();
    let frame = requestAnimationFrame(function step(now) {
      const share = isStill() ? 1 : Math.min(1, Math.max(0, (now - began) / DURATION_MS));
      from.current = start + (value - start) * (1 - (1 - share) ** 3);
      setShown(from.current);
      if (share < 1) frame = requestAnimationFrame(step);
    });
    return () => cancelAnimationFrame(frame);
  }, [value]);

  return shown;
}

function isStill(): boolean {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches;
}
