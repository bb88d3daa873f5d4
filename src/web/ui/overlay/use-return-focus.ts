import { useRef } from 'react';

/** Radix returns the focus only to its own trigger, but state opens most of our dialogs. */
export function useReturnFocus() {
  const targets = useRef<(HTMLElement | null | undefined)[]>([]);
  return {
    onOpenAutoFocus: () => {
      const opener = findOpener(document.activeElement);
      // Falls back to the opener's list, because the dialog may remove the opener.
      targets.current = [opener, opener?.closest<HTMLElement>('[tabindex="-1"]')];
    },
    onCloseAutoFocus: (event: Event) => {
      const target = targets.current.find((element) => element?.isConnected);
      if (!target) return;
      event.preventDefault();
      target.focus();
    },
  };
}

/** A menu item unmounts before the dialog closes, so the focus returns to its menu's button. */
function findOpener(focusedElement: Element | null): HTMLElement | null {
  const buttonId = focusedElement?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  const opener = buttonId ? document.getElementById(buttonId) : focusedElement;
  return opener instanceof HTMLElement && opener !== document.body ? opener : null;
}
