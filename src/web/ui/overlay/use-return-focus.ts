import { useRef } from 'react';

/** Radix returns the focus only to its own trigger, but state opens most of our dialogs. */
export function useReturnFocus() {
  const opener = useRef<HTMLElement | null>(null);
  return {
    onOpenAutoFocus: () => {
      opener.current = findOpener(document.activeElement);
    },
    onCloseAutoFocus: (event: Event) => {
      if (!opener.current?.isConnected) return;
      event.preventDefault();
      opener.current.focus();
    },
  };
}

/** A menu item unmounts before the dialog closes, so the focus returns to its menu's button. */
function findOpener(focusedElement: Element | null): HTMLElement | null {
  const buttonId = focusedElement?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  const opener = buttonId ? document.getElementById(buttonId) : focusedElement;
  return opener instanceof HTMLElement && opener !== document.body ? opener : null;
}
