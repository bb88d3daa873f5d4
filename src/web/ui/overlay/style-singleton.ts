import { useEffect } from 'react';

/** Replaces a Radix dependency whose `<style>` element our CSP forbids (see vite.config.ts). */
export function styleSingleton() {
  let users = 0;
  let sheet: CSSStyleSheet | undefined;

  function add(styles: string) {
    users += 1;
    // Safari before 16.4 lacks this list, so the page behind a dialog scrolls there.
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
