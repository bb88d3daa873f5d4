import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { classes } from '../class-names.ts';
import { useOverflowingEdges } from './use-overflowing-edges.ts';
import { findScroller, useTopGroup } from './use-top-group.ts';

/** A shorter list needs no jump bar. */
export const JUMP_BAR_ROWS = 40;

type JumpBarProps = {
  label: string;
  titles: readonly string[];
  /** Those in the document. Each has a scroll margin, and marks what a jump focuses. */
  groups: readonly { title: string }[];
  findGroup: (title: string) => HTMLElement | null;
  /** Replaces the placement at the top of the page. */
  className?: string | undefined;
};

/** A single tab stop. The arrow keys move between the buttons. */
export function JumpBar({ label, titles, groups, findGroup, className = ON_PAGE }: JumpBarProps) {
  const bar = useRef<HTMLDivElement>(null);
  const current = useTopGroup(groups, findGroup);
  useScrollTo(bar, current);
  const overflowingEdges = useOverflowingEdges(bar);
  const [focusedIndex, setFocusedIndex] = useState(0);
  // The list may have become shorter.
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
    <div className={classes('min-w-0', className)}>
      <div
        ref={bar}
        role="toolbar"
        tabIndex={-1}
        aria-label={label}
        onKeyDown={moveFocus}
        data-beyond={overflowingEdges}
        // Wide enough to fade a whole title.
        className="scroll-quiet relative flex data-[beyond~=left]:mask-l-from-[calc(100%-5rem)] data-[beyond~=right]:mask-r-from-[calc(100%-5rem)]"
      >
        {titles.map((title, index) => (
          <button
            key={title}
            type="button"
            aria-current={title === current ? 'location' : undefined}
            tabIndex={index === tabStop ? 0 : -1}
            onFocus={() => setFocusedIndex(index)}
            onClick={() => jumpTo(findGroup(title))}
            className="min-h-11 min-w-11 shrink-0 rounded-md px-1 font-semibold text-dim text-sm tabular-nums hover:text-text focus-visible:-outline-offset-2 aria-[current]:bg-glow aria-[current]:text-lamp pointer-fine:min-w-8.5"
          >
            {title}
          </button>
        ))}
      </div>
    </div>
  );
}

const ON_PAGE = 'sticky top-14 z-20 -mx-4 bg-hall pl-4 sm:mx-0 sm:pl-0 md:top-0';

/** For the element that a jump to its group focuses. */
export const JUMP_TARGET = { 'data-jump-target': '' };

function jumpTo(group: HTMLElement | null): void {
  group?.querySelector<HTMLElement>('[data-jump-target]')?.focus({ preventScroll: true });
  if (group) scrollToTop(group, ALIGNMENTS);
}

/** Rows that scroll into view get their real height in the next frame, which moves the group. */
function scrollToTop(group: HTMLElement, times: number): void {
  const scroller = findScroller(group);
  if (scroller) {
    const margin = Number.parseFloat(getComputedStyle(group).scrollMarginTop);
    const { top } = scroller.getBoundingClientRect();
    scroller.scrollTop += group.getBoundingClientRect().top - top - margin;
  } else group.scrollIntoView({ block: 'start' });
  if (times > 1) requestAnimationFrame(() => scrollToTop(group, times - 1));
}

const ALIGNMENTS = 4;

function useScrollTo(bar: RefObject<HTMLElement | null>, current: string | undefined): void {
  useEffect(() => {
    const button = bar.current?.querySelector<HTMLElement>('[aria-current]');
    if (!button || current === undefined) return;
    const { offsetLeft, offsetWidth } = button;
    bar.current?.scrollTo({ left: offsetLeft + offsetWidth / 2 - bar.current.clientWidth / 2 });
  }, [bar, current]);
}
