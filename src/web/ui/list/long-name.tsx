import { type RefObject, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { classes } from '../class-names.ts';

type LongNameProps = {
  name: string;
  className?: string | undefined;
  /** For narrow lists, where a second line would begin in the middle of a word. */
  isOneLine?: boolean | undefined;
};

/** Truncates the name, and shows it in full on hover, focus or tap. In a link, the link reacts. */
export function LongName({ name, className, isOneLine = false }: LongNameProps) {
  return name.length > (isOneLine ? ALWAYS_FITS_CHARS / 2 : ALWAYS_FITS_CHARS) ? (
    <ClampedName name={name} className={className} isOneLine={isOneLine} />
  ) : (
    <bdi className={classes('wrap-anywhere min-w-0', className)}>{name}</bdi>
  );
}

/** Shorter names aren't measured. Two lines of the narrowest column hold this many characters. */
const ALWAYS_FITS_CHARS = 20;

function ClampedName({ name, className, isOneLine }: LongNameProps) {
  const text = useRef<HTMLElement>(null);
  const popup = useRef<HTMLSpanElement>(null);
  const isTruncated = useIsTruncated(text);
  const [position, setPosition] = useState<ReturnType<typeof computePosition> | null>(null);
  const isOpen = position !== null;

  useEffect(() => {
    if (!isTruncated || !text.current) return;
    const link = text.current.closest('a');
    const target = link ?? text.current;
    if (!link) target.setAttribute('tabindex', '0');
    const abortController = new AbortController();
    const listen = (type: string, listener: (event: PointerEvent) => void) =>
      target.addEventListener(type, listener as EventListener, { signal: abortController.signal });
    const open = () => text.current && setPosition(computePosition(text.current));
    const close = () => setPosition(null);
    listen('pointerenter', ({ pointerType }) => pointerType !== 'touch' && open());
    listen('pointerleave', ({ relatedTarget }) => {
      if (!(relatedTarget instanceof Node && popup.current?.contains(relatedTarget))) close();
    });
    listen('focus', () => (!link || target.matches(':focus-visible')) && open());
    listen('blur', close);
    if (!link) listen('click', open);
    return () => {
      abortController.abort();
      if (!link) target.removeAttribute('tabindex');
    };
  }, [isTruncated]);

  useEffect(() => {
    const element = text.current;
    if (!isOpen || !element) return;
    const abortController = new AbortController();
    const close = () => setPosition(null);
    const options = { capture: true, passive: true, signal: abortController.signal };
    const { top } = element.getBoundingClientRect();
    // The scroll event that moved the name into view may arrive late.
    const closeIfMoved = () => element.getBoundingClientRect().top !== top && close();
    window.addEventListener('scroll', closeIfMoved, options);
    window.addEventListener('keydown', ({ key }) => key === 'Escape' && close(), options);
    window.addEventListener(
      'pointerdown',
      ({ target }) => target instanceof Node && !text.current?.contains(target) && close(),
      options,
    );
    return () => abortController.abort();
  }, [isOpen]);

  return (
    <>
      <bdi
        ref={text}
        className={classes(
          'min-w-0',
          isOneLine ? 'block truncate' : 'wrap-anywhere line-clamp-2',
          // The poster font's descenders reach below the line, where the clamp would cut them off.
          '-mb-[0.12em] pb-[0.12em]',
          className,
        )}
      >
        {name}
      </bdi>
      {isTruncated &&
        isOpen &&
        createPortal(
          // Hidden from screen readers, which read the whole name in the list.
          <span
            ref={popup}
            aria-hidden
            style={position}
            onPointerLeave={() => setPosition(null)}
            className="fixed z-60 max-w-80 animate-[fade-in_100ms_ease-out] py-1"
          >
            <bdi className="wrap-anywhere block rounded-lg bg-text px-3 py-2 font-medium text-hall text-sm shadow-raised">
              {name}
            </bdi>
          </span>,
          document.body,
        )}
    </>
  );
}

function useIsTruncated(text: RefObject<HTMLElement | null>): boolean {
  const [isTruncated, setIsTruncated] = useState(false);
  useEffect(() => {
    const element = text.current;
    if (!element) return;
    const observer = new ResizeObserver(() =>
      // Sizes are rounded, so ignore a difference of 1 px.
      setIsTruncated(
        element.scrollHeight > element.clientHeight + 1 ||
          element.scrollWidth > element.clientWidth + 1,
      ),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [text]);
  return isTruncated;
}

const POPUP_MAX_WIDTH_PX = 320;
const MARGIN_PX = 12;

function computePosition(text: Element) {
  const { left, top, bottom } = text.getBoundingClientRect();
  const { innerWidth, innerHeight } = window;
  const maxLeft = innerWidth - Math.min(POPUP_MAX_WIDTH_PX, innerWidth - 2 * MARGIN_PX) - MARGIN_PX;
  return {
    left: Math.max(MARGIN_PX, Math.min(left, maxLeft)),
    right: MARGIN_PX,
    width: 'fit-content',
    ...(bottom > innerHeight * 0.7 ? { bottom: innerHeight - top } : { top: bottom }),
  };
}
