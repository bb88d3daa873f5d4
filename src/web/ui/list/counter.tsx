import { useEffect, useRef, useState } from 'react';
import { TabularNumber } from './tabular-number.tsx';

type CounterProps = { value: number; decimals?: number | undefined };

export function Counter({ value, decimals = 0 }: CounterProps) {
  const shown = useCountedUp(value);
  const text = shown.toLocaleString('en-US', {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
  // Fixed-width cells stop the digits from jittering.
  return shown === value ? text : <TabularNumber>{text}</TabularNumber>;
}

const DURATION_MS = 600;

function useCountedUp(value: number): number {
  const [shown, setShown] = useState(() => (prefersReducedMotion() ? value : 0));
  const from = useRef(shown);

  useEffect(() => {
    const startValue = from.current;
    const startedAt = performance.now();
    let frame = requestAnimationFrame(function step(now) {
      const progress = prefersReducedMotion()
        ? 1
        : Math.min(1, Math.max(0, (now - startedAt) / DURATION_MS));
      from.current = startValue + (value - startValue) * (1 - (1 - progress) ** 3);
      setShown(from.current);
      if (progress < 1) frame = requestAnimationFrame(step);
    });
    return () => cancelAnimationFrame(frame);
  }, [value]);

  return shown;
}

function prefersReducedMotion(): boolean {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches;
}
