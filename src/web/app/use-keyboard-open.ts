import { useSyncExternalStore } from 'react';

export function useKeyboardOpen(): boolean {
  return useSyncExternalStore(subscribe, isKeyboardOpen, () => false);
}

/** The browser's own bars, which disappear while scrolling, are lower. */
const MIN_KEYBOARD_HEIGHT = 150;

const fullSize = { width: 0, height: 0 };

/** A keyboard can also be closed while its field keeps the focus. */
function isKeyboardOpen(): boolean {
  return (
    document.activeElement?.matches('input, textarea') === true &&
    fullSize.height - readHeight() > MIN_KEYBOARD_HEIGHT
  );
}

/** Zooming in also makes the visual viewport smaller. */
function readHeight(): number {
  const viewport = window.visualViewport;
  return viewport ? viewport.height * viewport.scale : window.innerHeight;
}

function recordFullSize(): void {
  const [width, height] = [window.innerWidth, readHeight()];
  if (width !== fullSize.width || height > fullSize.height)
    Object.assign(fullSize, { width, height });
}

function subscribe(onChange: () => void): () => void {
  recordFullSize();
  const abortController = new AbortController();
  const { signal } = abortController;
  const onResize = () => {
    recordFullSize();
    onChange();
  };
  window.visualViewport?.addEventListener('resize', onResize, { signal });
  document.addEventListener('focusin', onChange, { signal });
  document.addEventListener('focusout', onChange, { signal });
  return () => abortController.abort();
}
