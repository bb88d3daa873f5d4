/** Returns whether the prerendered menu button was pressed before React took over. */
let isPressed = false;

export function recordEarlyPress(): void {
  isPressed = !isPressed;
}

export function takeEarlyPress(): boolean {
  const wasPressed = isPressed;
  isPressed = false;
  return wasPressed;
}

/** Matches Ctrl+B and Cmd+B. Prevents the browser's default action. */
export function isMenuShortcut(event: KeyboardEvent): boolean {
  if (event.key.toLowerCase() !== 'b' || !(event.ctrlKey || event.metaKey)) return false;
  if (event.altKey || event.shiftKey) return false;
  event.preventDefault();
  return true;
}
