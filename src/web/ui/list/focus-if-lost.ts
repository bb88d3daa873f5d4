/** Focuses a list after its change removed the element that had the focus. */
export function focusIfLost(list: HTMLElement | null): void {
  if (document.activeElement === document.body) list?.focus({ preventScroll: true });
}
