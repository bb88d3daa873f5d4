import { createContext } from 'react';

/**
 * Where lists and menus that float are put: inside the dialog they belong to (outside of it they
 * could not be scrolled while it is open), else at the end of the page (null).
 */
export const PortalContainer = createContext<HTMLElement | null>(null);
