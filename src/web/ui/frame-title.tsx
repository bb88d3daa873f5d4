import { type ReactNode, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { FRAME_TITLE_ID } from './frame-title-id.ts';

/** Stays on the screen while the page scrolls, because it replaces the brand in the top bar. */
export function FrameTitle({ children }: { children: ReactNode }) {
  const slot = useSyncExternalStore(subscribeToNothing, findSlot, () => null);
  return slot && createPortal(children, slot);
}

const subscribeToNothing = () => () => {};

const findSlot = () => document.getElementById(FRAME_TITLE_ID);
