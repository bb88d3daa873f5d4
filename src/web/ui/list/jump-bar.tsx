import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';

type JumpBarProps = {
  label: string;
  titles: readonly string[];
  current: string | undefined;
  onJump: (title: string) => void;
};

/** A single tab stop. The arrow keys move between the buttons. */
export function JumpBar({ label, titles, current, onJump }: JumpBarProps) {
  const bar = useRef<HTMLDivElement>(null);
  useScrollTo(bar, current);
  const [focusedIndex, setFocusedIndex] = useState(0);
  const tabStop = Math.min(focusedIndex, titles.length - 1);

  function moveFocus(event: KeyboardEvent<HTMLElement>) {
    const last = titles.length - 1;
    const targets: Record<string, number> = {
      ArrowRight: Math.min(tabStop + 1, last),
      ArrowLeft: Math.max(tabStop - 1, 0),
      Home: 0,
      End: last,
    };
    const target = targets[event.key];
    if (target === undefined) return;
    event.preventDefault();
    event.currentTarget.querySelectorAll('button')[target]?.focus();
  }

  return (
    <div className="sticky top-14 z-20 -mx-4 min-w-0 bg-hall pl-4 sm:mx-0 sm:pl-0 md:top-0">
      <div
        ref={bar}
        role="toolbar"
        tabIndex={-1}
        aria-label={label}
        onKeyDown={moveFocus}
        className="scroll-quiet relative flex max-md:mask-r-from-[calc(100%-3rem)] max-md:pr-8"
      >
        {titles.map((title, index) => (
          <button
            key={title}
            type="button"
            aria-current={title === current ? 'location' : undefined}
            tabIndex={index === tabStop ? 0 : -1}
            onFocus={() => setFocusedIndex(index)}
            onClick={() => onJump(title)}
            className="min-h-11 min-w-11 shrink-0 rounded-md px-1 font-semibold text-dim text-sm tabular-nums hover:text-text focus-visible:-outline-offset-2 aria-[current]:bg-glow aria-[current]:text-lamp pointer-fine:min-w-8.5"
          >
            {title}
          </button>
        ))}
      </div>
    </div>
  );
}

function useScrollTo(bar: RefObject<HTMLElement | null>, current: string | undefined): void {
  useEffect(() => {
    const button = bar.current?.querySelector<HTMLElement>('[aria-current]');
    if (!button || current === undefined) return;
    const { offsetLeft, offsetWidth } = button;
    bar.current?.scrollTo({ left: offsetLeft + offsetWidth / 2 - bar.current.clientWidth / 2 });
  }, [bar, current]);
}
