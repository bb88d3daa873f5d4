import { type ReactNode, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { makePicture } from './make-picture.ts';

type PictureStudioProps = {
  /** Of the picture, in CSS pixels. */
  width: number;
  scale: number;
  /** Called once, unless it is unmounted before. */
  onDone: (outcome: Blob | Error) => void;
  children: ReactNode;
};

/**
 * Draws its children off-screen and photographs them. They stand in a frame of their own, so that
 * every screen's width gives the same picture, and are there only while it is made.
 */
export function PictureStudio({ width, scale, onDone, children }: PictureStudioProps) {
  const [stage, setStage] = useState<Document | null>(null);
  return (
    <iframe
      title="The picture being made"
      aria-hidden
      inert
      tabIndex={-1}
      width={width}
      srcDoc="<!doctype html>"
      onLoad={({ currentTarget }) => setStage(currentTarget.contentDocument)}
      className="pointer-events-none fixed top-0 -left-[4000px] h-px border-0 print:hidden"
    >
      {stage &&
        createPortal(
          <Model scale={scale} onDone={onDone}>
            {children}
          </Model>,
          stage.body,
        )}
    </iframe>
  );
}

type ModelProps = Omit<PictureStudioProps, 'width'>;

function Model({ scale, onDone, children }: ModelProps) {
  const model = useRef<HTMLDivElement>(null);
  const done = useRef(onDone);
  useEffect(() => {
    done.current = onDone;
  }, [onDone]);

  useEffect(() => {
    const element = model.current;
    if (!element) return;
    let isGone = false;
    whenIdle()
      .then(() => dress(element.ownerDocument))
      .then(() => makePicture(element, scale))
      .catch((error: unknown) => (error instanceof Error ? error : new Error(String(error))))
      .then((outcome) => isGone || done.current(outcome));
    return () => {
      isGone = true;
    };
  }, [scale]);

  return <div ref={model}>{children}</div>;
}

/** Gives the frame the page's styles, theme and fonts. */
async function dress(stage: Document): Promise<void> {
  const { theme } = document.documentElement.dataset;
  if (theme) stage.documentElement.dataset.theme = theme;
  const styles = [...document.querySelectorAll('link[rel="stylesheet"], style')].map((style) =>
    style.cloneNode(true),
  );
  const loaded = styles
    .filter((style) => style instanceof HTMLLinkElement)
    .map(
      (link) =>
        new Promise<void>((resolve, reject) => {
          link.onload = () => resolve();
          link.onerror = () => reject(new Error('The styles could not be read'));
        }),
    );
  stage.head.append(...styles);
  await Promise.all(loaded);
  // Asking for the layout is what makes the frame want its fonts.
  stage.body.getBoundingClientRect();
  await stage.fonts.ready;
}

/** The card on the screen comes first. */
function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    // Safari has no such callback.
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: 1_000 });
    else setTimeout(resolve, 200);
  });
}
