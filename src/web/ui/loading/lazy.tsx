import { type ComponentType, lazy, type ReactNode, useEffect, useState } from 'react';
import { useIsFirstRender } from './first-render.ts';
import { persistentImport } from './persistent-import.ts';
import { whenIdle } from './when-idle.ts';

export interface LazyPage {
  page: ComponentType;
  load: () => Promise<unknown>;
}

/** `onNotPreloaded` runs if the page renders before its code was preloaded. */
export function lazyPage(
  importPage: () => Promise<{ default: ComponentType }>,
  onNotPreloaded = () => {},
): LazyPage {
  let loaded: ComponentType | undefined;
  const load = async () => {
    const module = await importPage();
    loaded = module.default;
    return module;
  };
  const SuspendingPage = lazy(() => {
    onNotPreloaded();
    return load();
  });
  function Page() {
    // A preloaded page skips `lazy`, which would show the fallback for a third of a second.
    const [Content] = useState<ComponentType>(() => loaded ?? SuspendingPage);
    useIsFirstRender();
    return <Content />;
  }
  return { page: Page, load };
}

type LazyComponentProps = {
  /**
   * `false` doesn't load, `'idle'` waits until the browser is idle, and other values load now. With
   * `'required'`, a failed load shows the page's error. A new value retries a failed load.
   */
  loadWhen?: boolean | string | number | undefined;
  fallback?: ReactNode;
};

/**
 * Creates a component whose code loads on demand. A failed load is retried when the browser is back
 * online. Set `isShared` if other code imports the module statically (see `persistentImport`).
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  { isShared = false } = {},
): ComponentType<Props & LazyComponentProps> {
  const importComponent = isShared ? load : persistentImport(load);
  let loaded: ComponentType<Props> | undefined;

  return function LazyComponent({ loadWhen = true, fallback = null, ...props }) {
    // Phones open the keyboard only within a tap, so loaded code must render within it.
    const [Component, setComponent] = useState(() => loaded);
    const [error, setError] = useState<Error>();
    if (error) throw error;
    const loadTime = Component ? false : loadWhen;
    useEffect(() => {
      if (loadTime === false) return;
      let isCurrent = true;
      const tryLoad = () =>
        void importComponent().then(
          (module) => {
            loaded = module.default;
            setComponent(() => module.default);
          },
          (reason) => {
            if (isCurrent && loadTime === 'required') setError(reason);
          },
        );
      if (loadTime === 'idle') whenIdle(() => isCurrent && tryLoad());
      else tryLoad();
      addEventListener('online', tryLoad);
      return () => {
        isCurrent = false;
        removeEventListener('online', tryLoad);
      };
    }, [loadTime]);
    // TypeScript can't infer that the remaining properties are `Props`.
    return Component ? <Component {...(props as unknown as Props)} /> : fallback;
  };
}
