import { type ComponentType, lazy, type ReactNode, useEffect, useState } from 'react';
import { persistentImport } from './persistent-import.ts';
import { whenIdle } from './when-idle.ts';

export interface LazyPage {
  page: ComponentType;
  /** Preloads the page's code. */
  load: () => Promise<unknown>;
}

/**
 * A page whose code loads when the router renders it, inside a `Suspense` and an error boundary.
 * `onLate` runs if the code was not preloaded.
 */
export function lazyPage(
  importPage: () => Promise<{ default: ComponentType }>,
  onLate = () => {},
): LazyPage {
  let loaded: ComponentType | undefined;
  const load = async () => {
    const module = await importPage();
    loaded = module.default;
    return module;
  };
  const Late = lazy(() => {
    onLate();
    return load();
  });
  function Page() {
    // A preloaded page skips `lazy`, which would show the fallback for a third of a second.
    const [Shown] = useState<ComponentType>(() => loaded ?? Late);
    return <Shown />;
  }
  return { page: Page, load };
}

type LazyPartProps = {
  /**
   * When to load: `false` not yet, `'idle'` once the browser is idle, `'required'` now, or the page
   * shows its error. Any other value loads now. A new value retries a failed load.
   */
  wanted?: boolean | string | number | undefined;
  /** Rendered until the code has loaded. */
  fallback?: ReactNode;
};

/**
 * A part of a page whose code loads on demand. A failed load is also retried when the browser is
 * back online. Set `isShared` if other code imports the module statically (see `persistentImport`).
 */
export function lazyPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  { isShared = false } = {},
): ComponentType<Props & LazyPartProps> {
  const importPart = isShared ? load : persistentImport(load);
  let loaded: ComponentType<Props> | undefined;

  return function LazyPart({ wanted = true, fallback = null, ...props }) {
    // Phones open the keyboard only within the tap, so a loaded part must render within it.
    const [Part, setPart] = useState(() => loaded);
    const [error, setError] = useState<Error>();
    if (error) throw error;
    const when = Part ? false : wanted;
    useEffect(() => {
      if (when === false) return;
      let isCurrent = true;
      const tryLoad = () =>
        void importPart().then(
          (module) => {
            loaded = module.default;
            setPart(() => module.default);
          },
          (reason) => {
            if (isCurrent && when === 'required') setError(reason);
          },
        );
      if (when === 'idle') whenIdle(() => isCurrent && tryLoad());
      else tryLoad();
      addEventListener('online', tryLoad);
      return () => {
        isCurrent = false;
        removeEventListener('online', tryLoad);
      };
    }, [when]);
    // `Props` are what remains without `wanted` and `fallback`.
    return Part ? <Part {...(props as unknown as Props)} /> : fallback;
  };
}
