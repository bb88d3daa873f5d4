import { useEffect } from 'react';

/**
 * Stands in for the package of that name, by which an open dialog holds the page still (see
 * vite.config.ts): that one writes a `<style>` element, which our content policy forbids. A sheet that
 * is adopted needs no leave. However many dialogs are open, there is one.
 */
export function styleSingleton() {
  let users = 0;
  let sheet: CSSStyleSheet | undefined;

  function add(styles: string) {
    users += 1;
    // Safari before 16.4 has none: the page behind a dialog can then be scrolled.
    if (users > 1 || !document.adoptedStyleSheets) return;
    sheet = new CSSStyleSheet();
    sheet.replaceSync(styles);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  }

  function remove() {
    users -= 1;
    if (users > 0) return;
    document.adoptedStyleSheets = (document.adoptedStyleSheets ?? []).filter(
      (one) => one !== sheet,
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
