import { type ComponentType, type ReactNode, useEffect, useState } from 'react';

type LateProps = {
  /** Nothing loads while this is false. Each change to another value retries a failed load. */
  wanted: boolean | string | number;
  instead?: ReactNode;
};

/**
 * A component that loads on demand. A failed load is retried when the browser is back online (use
 * `persistentImport` in `load`). React's `lazy` would keep the failure until the page reloads.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props & LateProps> {
  return function Late({ wanted, instead = null, ...props }) {
    const [Loaded, setLoaded] = useState<ComponentType<Props>>();
    const missing = !Loaded && wanted;
    useEffect(() => {
      if (missing === false) return;
      const tryLoad = () =>
        void load().then(
          (component) => setLoaded(() => component),
          () => {},
        );
      tryLoad();
      addEventListener('online', tryLoad);
      return () => removeEventListener('online', tryLoad);
    }, [missing]);
    // Without `wanted` and `instead`, the props are the component's.
    return Loaded ? <Loaded {...(props as unknown as Props)} /> : instead;
  };
}
