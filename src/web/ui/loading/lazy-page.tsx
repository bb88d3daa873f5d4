import { type ComponentType, lazy, useState } from 'react';

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
