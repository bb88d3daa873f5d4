import { useRef } from 'react';

/**
 * Handlers for a dialog's content that give the focus back to what opened it. Radix does so only
 * for a trigger of its own; ours are mostly opened by state.
 */
export function useReturnFocus() {
  const opener = useRef<HTMLElement | null>(null);
  return {
    onOpenAutoFocus: () => {
      opener.current = openerOf(document.activeElement);
    },
    onCloseAutoFocus: (event: Event) => {
      if (!opener.current?.isConnected) return;
      event.preventDefault();
      opener.current.focus();
    },
  };
}

/** A menu's item is gone by then: its menu's button stands in for it. */
function openerOf(focused: Element | null): HTMLElement | null {
  const buttonId = focused?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  const opener = buttonId ? document.getElementById(buttonId) : focused;
  return opener instanceof HTMLElement && opener !== document.body ? opener : null;
}
