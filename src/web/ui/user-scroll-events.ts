/** Input events of a user's scrolling. Scrolling by a script fires none of them. */
export const USER_SCROLL_EVENTS = ['wheel', 'touchstart', 'pointerdown', 'keydown'];

/** Event of a page that scrolls to its own content, so that no earlier position is restored. */
export const SCROLL_CLAIMED = 'scroll-claimed';
