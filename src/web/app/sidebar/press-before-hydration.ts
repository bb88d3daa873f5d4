/** Whether the menu button of the prerendered frame was pressed before React took over. */
let isPressed = false;

/** A second press cancels the first. */
export function recordEarlyPress(): void {
  isPressed = !isPressed;
}

/** Returns whether the menu was requested, and resets it. */
export function takeEarlyPress(): boolean {
  const wasPressed = isPressed;
  isPressed = false;
  return wasPressed;
}

/** Whether the key is Ctrl+B or Cmd+B. Prevents the browser's default action. */
export function isMenuShortcut(event: KeyboardEvent): boolean {
  if (event.key.toLowerCase() !== 'b' || !(event.ctrlKey || event.metaKey)) return false;
  if (event.altKey || event.shiftKey) return false;
  event.preventDefault();
  return true;
}
