import { createContext } from 'react';

/** The open dialog, which blocks scrolling outside it, or null for `document.body`. */
export const PortalContainer = createContext<HTMLElement | null>(null);
