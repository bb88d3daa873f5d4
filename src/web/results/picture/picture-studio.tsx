import { type ReactNode, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { makePicture } from './make-picture.ts';
import { pageFonts } from './page-fonts.ts';

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
  const [dressed, setDressed] = useState<Document | null>(null);
  const done = useRef(onDone);
  useEffect(() => {
    done.current = onDone;
  }, [onDone]);

  useEffect(() => {
    if (!stage) return;
    return unlessLeft(
      whenIdle().then(() => dress(stage)),
      () => setDressed(stage),
      (error) => done.current(error),
    );
  }, [stage]);

  const model = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = model.current;
    if (!dressed || !element) return;
    return unlessLeft(
      makePicture(element, scale),
      (picture) => done.current(picture),
      (error) => done.current(error),
    );
  }, [dressed, scale]);

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
      {dressed && createPortal(<div ref={model}>{children}</div>, dressed.body)}
    </iframe>
  );
}

/** Calls one of the two when it has come to that; answers how to leave before. */
function unlessLeft<Result>(
  promise: Promise<Result>,
  onResult: (result: Result) => void,
  onError: (error: Error) => void,
): () => void {
  let hasLeft = false;
  promise.then(
    (result) => hasLeft || onResult(result),
    (error: unknown) =>
      hasLeft || onError(error instanceof Error ? error : new Error(String(error))),
  );
  return () => {
    hasLeft = true;
  };
}

/** Gives the frame the page's theme, fonts and styles, before there is any text in it. */
async function dress(stage: Document): Promise<void> {
  const { theme } = document.documentElement.dataset;
  if (theme) stage.documentElement.dataset.theme = theme;
  await addFonts(stage);
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
}

/**
 * The styles' own @font-face rules are not enough: a second frame gets their files from Chromium's
 * memory, counts them as loaded, and may still lay out in the fallback for good.
 */
async function addFonts(stage: Document): Promise<void> {
  if (!stage.defaultView) return;
  const { FontFace } = stage.defaultView;
  for (const { family, weight, file } of await pageFonts()) {
    if (file) stage.fonts.add(await new FontFace(family, file, { weight }).load());
  }
}

/** The card on the screen comes first. */
function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    // Safari has no such callback.
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: 1_000 });
    else setTimeout(resolve, 200);
  });
}
