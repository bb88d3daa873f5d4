import { type ReactNode, useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { FRAME_TITLE_ID } from './frame-title-id.ts';

/** Shown in the top bar instead of the brand, so that it stays on screen when the page scrolls. */
export function FrameTitle({ children }: { children: ReactNode }) {
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  useLayoutEffect(() => setSlot(document.getElementById(FRAME_TITLE_ID)), []);
  return slot && createPortal(children, slot);
}
