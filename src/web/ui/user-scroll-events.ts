/** Input events of a user's scrolling. Scrolling by a script fires none of them. */
export const USER_SCROLL_EVENTS = ['wheel', 'touchstart', 'pointerdown', 'keydown'];
