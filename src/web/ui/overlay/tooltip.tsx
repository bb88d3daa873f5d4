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
  /** No tooltip, only the child: a sidebar that shows its labels. */
  disabled?: boolean | undefined;
  /** A button or link with a name of its own; the tooltip only adds to it. */
  children: ReactElement;
};

const DELAY_MS = 700;
/** So soon after one tooltip the next comes at once. */
const SKIP_DELAY_MS = 300;

/**
 * A word to the right of an icon, for a pointer that rests there and for the keyboard's focus. It is
 * made by hand because it always lies on that side: a library that finds a place for it elsewhere
 * weighs more than the dashboard.
 */
export function Tooltip({ text, disabled = false, children }: TooltipProps) {
  const [awaited, setAwaited] = useState<Element | null>(null);
  const [shown, setShown] = useState<Element | null>(null);
  const id = useId();

  useEffect(() => {
    if (!awaited) return;
    const timer = setTimeout(setShown, DELAY_MS, awaited);
    return () => clearTimeout(timer);
  }, [awaited]);

  useEffect(() => {
    if (!shown) return;
    const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && setShown(null);
    window.addEventListener('keydown', onKey);
    return () => {
      hiddenAt = Date.now();
      window.removeEventListener('keydown', onKey);
    };
  }, [shown]);

  function hide() {
    setAwaited(null);
    setShown(null);
  }
  /** On the way between the two it stays. */
  function leave({ relatedTarget }: PointerEvent) {
    const isBetween =
      relatedTarget instanceof Element &&
      (shown?.contains(relatedTarget) || relatedTarget.closest(`[id="${id}"]`));
    if (!isBetween) hide();
  }

  return (
    <>
      <Slot.Root
        aria-describedby={shown && !disabled ? id : undefined}
        onPointerEnter={({ currentTarget, pointerType }: PointerEvent) => {
          if (pointerType === 'touch') return;
          if (Date.now() - hiddenAt < SKIP_DELAY_MS) setShown(currentTarget);
          else setAwaited(currentTarget);
        }}
        onPointerLeave={leave}
        onPointerDown={hide}
        onFocus={({ currentTarget }) => {
          if (currentTarget.matches(':focus-visible')) setShown(currentTarget);
        }}
        onBlur={hide}
      >
        {children}
      </Slot.Root>
      {shown &&
        !disabled &&
        createPortal(
          <div
            id={id}
            role="tooltip"
            onPointerLeave={leave}
            style={placeBeside(shown)}
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

function placeBeside(anchor: Element) {
  const { right, top, height } = anchor.getBoundingClientRect();
  return { left: right, top: top + height / 2 };
}
