import { useEffect, useRef, useState } from 'react';
import { getFirstRender } from '../loading/first-render.ts';
import { TabularNumber } from './tabular-number.tsx';

type CounterProps = { value: number; decimals?: number | undefined };

export function Counter({ value, decimals = 0 }: CounterProps) {
  const displayedValue = useCountUp(value);
  const text = displayedValue.toLocaleString('en-US', {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
  // Fixed-width cells stop the digits from jittering.
  return displayedValue === value ? text : <TabularNumber>{text}</TabularNumber>;
}

const DURATION_MS = 600;

function useCountUp(value: number): number {
  const [displayedValue, setDisplayedValue] = useState(() =>
    getFirstRender() || prefersReducedMotion() ? value : 0,
  );
  const currentValue = useRef(displayedValue);

  useEffect(() => {
    const startValue = currentValue.current;
    const startedAt = performance.now();
    let frame = requestAnimationFrame(function step(now) {
      const progress = prefersReducedMotion()
        ? 1
        : Math.min(1, Math.max(0, (now - startedAt) / DURATION_MS));
      currentValue.current = startValue + (value - startValue) * (1 - (1 - progress) ** 3);
      setDisplayedValue(currentValue.current);
      if (progress < 1) frame = requestAnimationFrame(step);
    });
    return () => cancelAnimationFrame(frame);
  }, [value]);

  return displayedValue;
}

function prefersReducedMotion(): boolean {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches;
}
