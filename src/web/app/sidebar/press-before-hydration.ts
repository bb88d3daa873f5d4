let wasMenuPressed = false;

/** React handles later presses, even of elements that it reused. */
let [isMenuHydrated, isPageHydrated] = [false, false];

export function recordEarlyPress(): void {
  if (!isMenuHydrated) wasMenuPressed = !wasMenuPressed;
}

export function takeEarlyPress(): boolean {
  const wasPressed = wasMenuPressed;
  wasMenuPressed = false;
  isMenuHydrated = true;
  return wasPressed;
}

let pressedButton: HTMLButtonElement | undefined;

/** Links work before hydration. The menu button is recorded separately. */
export function recordButton({ target }: Event): void {
  if (isPageHydrated) return;
  const button = target instanceof Element ? target.closest('button') : null;
  pressedButton = button?.matches(':not([data-toggles-sidebar])') ? button : undefined;
}

/** Presses the last pressed button again, or what React rendered in its place. */
export function repeatEarlyPress(): void {
  const pressed = pressedButton;
  pressedButton = undefined;
  isPageHydrated = true;
  const button = pressed?.isConnected ? pressed : findReplacement(pressed?.dataset.earlyPress);
  if (!button) return;
  // Tabs react to `mousedown`.
  button.dispatchEvent(new MouseEvent('mousedown', { bubbles: true }));
  button.click();
}

function findReplacement(name: string | undefined) {
  return name && document.querySelector<HTMLButtonElement>(`button[data-early-press="${name}"]`);
}

/** Matches Ctrl+B and Cmd+B. Prevents the browser's default action. */
export function isMenuShortcut(event: KeyboardEvent): boolean {
  if (event.key.toLowerCase() !== 'b' || !(event.ctrlKey || event.metaKey)) return false;
  if (event.altKey || event.shiftKey) return false;
  event.preventDefault();
  return true;
}
