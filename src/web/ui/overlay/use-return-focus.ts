import { useRef } from 'react';

/** Radix does this only for its own trigger, but most of our dialogs are opened by state. */
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

/** A menu item has unmounted by then, so the focus returns to the button of its menu. */
function findOpener(focusedElement: Element | null): HTMLElement | null {
  const buttonId = focusedElement?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  const opener = buttonId ? document.getElementById(buttonId) : focusedElement;
  return opener instanceof HTMLElement && opener !== document.body ? opener : null;
}
