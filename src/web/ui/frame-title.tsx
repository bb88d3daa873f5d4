import { type ReactNode, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { FRAME_TITLE_ID } from './frame-title-id.ts';

/** Shown in the top bar instead of the brand, so that it stays on screen when the page scrolls. */
export function FrameTitle({ children }: { children: ReactNode }) {
  const slot = useSyncExternalStore(neverChanges, findSlot, () => null);
  return slot && createPortal(children, slot);
}

const neverChanges = () => () => {};

const findSlot = () => document.getElementById(FRAME_TITLE_ID);
