/** The input with which a user scrolls. A script's scrolling has none. */
export const USER_SCROLL_EVENTS = ['wheel', 'touchstart', 'pointerdown', 'keydown'];
