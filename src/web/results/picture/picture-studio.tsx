import { type ReactNode, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { dataUrlOf } from './data-url.ts';

type PictureStudioProps = {
  /** CSS pixels. */
  width: number;
  scale: number;
  /** Called once, unless unmounted first. */
  onDone: (outcome: Blob | Error) => void;
  children: ReactNode;
};

/** Draws in an iframe, so that the picture doesn't depend on the screen's width. */
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

/** Returns a function that cancels the callbacks. */
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

/** Copies the page's theme, fonts and styles into the iframe. */
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

/** With @font-face rules alone, Chromium may lay out an iframe's text in the fallback font. */
async function addFonts(stage: Document): Promise<void> {
  if (!stage.defaultView) return;
  const { FontFace } = stage.defaultView;
  for (const { family, weight, file } of await pageFonts()) {
    if (file) stage.fonts.add(await new FontFace(family, file, { weight }).load());
  }
}

/** Lets the visible card render first. */
function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    // Safari lacks `requestIdleCallback`.
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: 1_000 });
    else setTimeout(resolve, 200);
  });
}

async function makePicture(element: HTMLElement, scale: number): Promise<Blob> {
  const [{ domToBlob }, fonts] = await Promise.all([import('modern-screenshot'), pageFonts()]);
  const { width, height } = element.getBoundingClientRect();
  // A fraction of a pixel would leave a light line at the bottom.
  const box = { width: Math.floor(width), height: Math.floor(height) };
  return domToBlob(element, {
    ...box,
    scale: Math.min(scale, Math.sqrt(MAX_CANVAS_AREA / (box.width * box.height))),
    font: { cssText: fonts.map(({ cssText }) => cssText).join('\n') },
  });
}

/** iOS renders larger canvases blank. */
const MAX_CANVAS_AREA = 4_096 * 4_096;

interface PageFont {
  family: string;
  weight: string;
  /** Null for a local fallback font. */
  file: ArrayBuffer | null;
  /** The @font-face rule with the file as a data URL. */
  cssText: string;
}

/** A picture is drawn from an SVG, which can't load files. Rejects if a font can't be read. */
function pageFonts(): Promise<PageFont[]> {
  fonts ??= readFonts().catch((error: unknown) => {
    fonts = undefined;
    throw error;
  });
  return fonts;
}

let fonts: Promise<PageFont[]> | undefined;

function readFonts(): Promise<PageFont[]> {
  const rules = [...document.styleSheets].flatMap((sheet) =>
    [...sheet.cssRules].filter((rule) => rule instanceof CSSFontFaceRule),
  );
  return Promise.all(rules.map(readFont));
}

async function readFont({ style, cssText, parentStyleSheet }: CSSFontFaceRule): Promise<PageFont> {
  const family = style.getPropertyValue('font-family').replaceAll('"', '');
  const weight = style.getPropertyValue('font-weight') || 'normal';
  const [reference, address] = /url\("?([^")]+)"?\)/.exec(cssText) ?? [];
  if (!reference || !address) return { family, weight, file: null, cssText };
  const answer = await fetch(new URL(address, parentStyleSheet?.href ?? document.baseURI));
  if (!answer.ok) throw new Error(`The font could not be read: ${answer.status}`);
  const file = await answer.blob();
  return {
    family,
    weight,
    file: await file.arrayBuffer(),
    cssText: cssText.replace(reference, `url("${await dataUrlOf(file)}")`),
  };
}
