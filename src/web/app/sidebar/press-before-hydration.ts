/** Whether the menu was asked for where nothing answered yet: on the frame that is drawn ahead. */
let isPressed = false;

/** Whoever presses twice has closed the menu again. */
export function recordEarlyPress(): void {
  isPressed = !isPressed;
}

/** Tells it once. */
export function takeEarlyPress(): boolean {
  const wasPressed = isPressed;
  isPressed = false;
  return wasPressed;
}

/** Ctrl+B or Cmd+B asks for the menu as its button does; no browser takes it for a bookmark then. */
export function asksForMenu(event: KeyboardEvent): boolean {
  if (event.key.toLowerCase() !== 'b' || !(event.ctrlKey || event.metaKey)) return false;
  if (event.altKey || event.shiftKey) return false;
  event.preventDefault();
  return true;
}
