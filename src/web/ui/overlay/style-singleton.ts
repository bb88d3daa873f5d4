import { useEffect } from 'react';

/**
 * Replaces the package `react-style-singleton` (see vite.config.ts), which Radix uses to lock scrolling
 * behind a dialog. The package writes a `<style>` element, which our Content Security Policy forbids.
 * Constructable stylesheets are allowed. All open dialogs share one sheet.
 */
export function styleSingleton() {
  let users = 0;
  let sheet: CSSStyleSheet | undefined;

  function add(styles: string) {
    users += 1;
    // Safari before 16.4 lacks `adoptedStyleSheets`. There, the page behind a dialog scrolls.
    if (users > 1 || !document.adoptedStyleSheets) return;
    sheet = new CSSStyleSheet();
    sheet.replaceSync(styles);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  }

  function remove() {
    users -= 1;
    if (users > 0) return;
    document.adoptedStyleSheets = (document.adoptedStyleSheets ?? []).filter(
      (adopted) => adopted !== sheet,
    );
  }

  return function Sheet({ styles }: { styles: string }) {
    useEffect(() => {
      add(styles);
      return remove;
    }, [styles]);
    return null;
  };
}
