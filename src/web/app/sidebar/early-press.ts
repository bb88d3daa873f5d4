/** Whether the menu's button was pressed where nothing answered yet: on the frame that is drawn ahead. */
let isPressed = false;

/** Whoever presses it twice has closed the menu again. */
export function pressEarly(): void {
  isPressed = !isPressed;
}

/** Tells it once. */
export function takeEarlyPress(): boolean {
  const wasPressed = isPressed;
  isPressed = false;
  return wasPressed;
}
