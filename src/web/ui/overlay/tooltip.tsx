import * as Slot from '@radix-ui/react-slot';
import {
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  useEffect,
  useId,
  useState,
} from 'react';
import { createPortal } from 'react-dom';

type TooltipProps = {
  text: ReactNode;
  disabled?: boolean | undefined;
  /** Needs an accessible name, because the tooltip is only a description. */
  children: ReactElement;
};

const DELAY_MS = 700;
const SKIP_DELAY_MS = 300;

/** Positioned by hand, because a positioning library is larger than the dashboard. */
export function Tooltip({ text, disabled = false, children }: TooltipProps) {
  const [hovered, setHovered] = useState<Element | null>(null);
  const [anchor, setAnchor] = useState<Element | null>(null);
  const id = useId();

  useEffect(() => {
    if (!hovered) return;
    const timer = setTimeout(setAnchor, DELAY_MS, hovered);
    return () => clearTimeout(timer);
  }, [hovered]);

  useEffect(() => {
    if (!anchor) return;
    const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && setAnchor(null);
    window.addEventListener('keydown', onKey);
    return () => {
      hiddenAt = Date.now();
      window.removeEventListener('keydown', onKey);
    };
  }, [anchor]);

  function hide() {
    setHovered(null);
    setAnchor(null);
  }
  function leave({ relatedTarget }: PointerEvent) {
    const isInside =
      relatedTarget instanceof Element &&
      (anchor?.contains(relatedTarget) || relatedTarget.closest(`[id="${id}"]`));
    if (!isInside) hide();
  }

  return (
    <>
      <Slot.Root
        aria-describedby={anchor && !disabled ? id : undefined}
        onPointerEnter={({ currentTarget, pointerType }: PointerEvent) => {
          if (pointerType === 'touch') return;
          if (Date.now() - hiddenAt < SKIP_DELAY_MS) setAnchor(currentTarget);
          else setHovered(currentTarget);
        }}
        onPointerLeave={leave}
        onPointerDown={hide}
        onFocus={({ currentTarget }) => {
          if (currentTarget.matches(':focus-visible')) setAnchor(currentTarget);
        }}
        onBlur={hide}
      >
        {children}
      </Slot.Root>
      {anchor &&
        !disabled &&
        createPortal(
          <div
            id={id}
            role="tooltip"
            onPointerLeave={leave}
            style={computePosition(anchor)}
            className="fixed z-60 max-w-64 -translate-y-1/2 animate-[fade-in_100ms_ease-out] pl-1.5"
          >
            <span className="block rounded-lg bg-text px-3 py-2 font-medium text-hall text-sm shadow-raised">
              {text}
            </span>
          </div>,
          document.body,
        )}
    </>
  );
}

let hiddenAt = 0;

function computePosition(anchor: Element) {
  const { right, top, height } = anchor.getBoundingClientRect();
  return { left: right, top: top + height / 2 };
}
