/** Fired when a user scrolls, but not when a script does. */
export const USER_SCROLL_EVENTS = ['wheel', 'touchstart', 'pointerdown', 'keydown'];

/** Fired by a page that scrolls to its own content, so that no earlier position is restored. */
export const SCROLL_CLAIMED = 'scroll-claimed';
