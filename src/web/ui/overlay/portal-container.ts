import { createContext } from 'react';

/**
 * The container for floating lists and menus. Inside a dialog it is the dialog, because an open dialog
 * blocks scrolling outside it. Otherwise null, which means `document.body`.
 */
export const PortalContainer = createContext<HTMLElement | null>(null);
