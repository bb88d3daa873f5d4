export function focusIfLost(list: HTMLElement | null): void {
  if (document.activeElement === document.body) list?.focus({ preventScroll: true });
}
