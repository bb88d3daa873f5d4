import { createContext } from 'react';

/** The open dialog, because it blocks scrolling outside it; null for `document.body`. */
export const PortalContainer = createContext<HTMLElement | null>(null);
