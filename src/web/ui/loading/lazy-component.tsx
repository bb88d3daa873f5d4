import { type ComponentType, type ReactNode, useEffect, useState } from 'react';

type LateProps = {
  /** Nothing loads while false. A change to any other value retries a failed load. */
  wanted: boolean | string | number;
  instead?: ReactNode;
};

/** Retries when back online, unlike React's `lazy`. Use `persistentImport` in `load`. */
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
    // `Props` are what remains without `wanted` and `instead`.
    return Loaded ? <Loaded {...(props as unknown as Props)} /> : instead;
  };
}
