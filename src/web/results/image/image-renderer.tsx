import { type ReactNode, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { toDataUrl } from './data-url.ts';

type ImageRendererProps = {
  /** CSS pixels. */
  width: number;
  scale: number;
  /** Called once, unless the component unmounts first. */
  onDone: (outcome: Blob | Error) => void;
  children: ReactNode;
};

/** Renders in an iframe, so that the image doesn't depend on the screen's width. */
export function ImageRenderer({ width, scale, onDone, children }: ImageRendererProps) {
  const [frameDocument, setFrameDocument] = useState<Document | null>(null);
  const [styledDocument, setStyledDocument] = useState<Document | null>(null);
  const onDoneRef = useRef(onDone);
  useEffect(() => {
    onDoneRef.current = onDone;
  }, [onDone]);

  useEffect(() => {
    if (!frameDocument) return;
    return unlessUnmounted(
      whenIdle().then(() => copyStyles(frameDocument)),
      () => setStyledDocument(frameDocument),
      (error) => onDoneRef.current(error),
    );
  }, [frameDocument]);

  const cardRef = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = cardRef.current;
    if (!styledDocument || !element) return;
    return unlessUnmounted(
      renderImage(element, scale),
      (image) => onDoneRef.current(image),
      (error) => onDoneRef.current(error),
    );
  }, [styledDocument, scale]);

  return (
    <iframe
      title="Image preview"
      aria-hidden
      inert
      tabIndex={-1}
      width={width}
      srcDoc="<!doctype html>"
      onLoad={({ currentTarget }) => setFrameDocument(currentTarget.contentDocument)}
      className="pointer-events-none fixed top-0 -left-[4000px] h-px border-0 print:hidden"
    >
      {styledDocument && createPortal(<div ref={cardRef}>{children}</div>, styledDocument.body)}
    </iframe>
  );
}

function unlessUnmounted<Result>(
  promise: Promise<Result>,
  onResult: (result: Result) => void,
  onError: (error: Error) => void,
): () => void {
  let isUnmounted = false;
  promise.then(
    (result) => isUnmounted || onResult(result),
    (error: unknown) =>
      isUnmounted || onError(error instanceof Error ? error : new Error(String(error))),
  );
  return () => {
    isUnmounted = true;
  };
}

async function copyStyles(frameDocument: Document): Promise<void> {
  const { theme } = document.documentElement.dataset;
  if (theme) frameDocument.documentElement.dataset.theme = theme;
  await addFonts(frameDocument);
  const styles = [...document.querySelectorAll('link[rel="stylesheet"], style')].map((style) =>
    style.cloneNode(true),
  );
  const loaded = styles
    .filter((style) => style instanceof HTMLLinkElement)
    .map(
      (link) =>
        new Promise<void>((resolve, reject) => {
          link.onload = () => resolve();
          link.onerror = () => reject(new Error('Failed to load the styles'));
        }),
    );
  frameDocument.head.append(...styles);
  await Promise.all(loaded);
}

/** With @font-face rules alone, Chromium may lay out an iframe's text in the fallback font. */
async function addFonts(frameDocument: Document): Promise<void> {
  if (!frameDocument.defaultView) return;
  const { FontFace } = frameDocument.defaultView;
  for (const { family, weight, file } of await loadPageFonts()) {
    if (file) frameDocument.fonts.add(await new FontFace(family, file, { weight }).load());
  }
}

function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    // Safari lacks `requestIdleCallback`.
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: 1_000 });
    else setTimeout(resolve, 200);
  });
}

async function renderImage(element: HTMLElement, scale: number): Promise<Blob> {
  const [{ domToBlob }, fonts] = await Promise.all([import('modern-screenshot'), loadPageFonts()]);
  const { width, height } = element.getBoundingClientRect();
  // A fractional size would leave a light line at the bottom.
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
  cssText: string;
}

/** Images are rendered from an SVG, which can't load files. Rejects if a font fails to load. */
function loadPageFonts(): Promise<PageFont[]> {
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
  const [reference, url] = /url\("?([^")]+)"?\)/.exec(cssText) ?? [];
  if (!reference || !url) return { family, weight, file: null, cssText };
  const response = await fetch(new URL(url, parentStyleSheet?.href ?? document.baseURI));
  if (!response.ok) throw new Error(`Failed to load the font: ${response.status}`);
  const file = await response.blob();
  return {
    family,
    weight,
    file: await file.arrayBuffer(),
    cssText: cssText.replace(reference, `url("${await toDataUrl(file)}")`),
  };
}
