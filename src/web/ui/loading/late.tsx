import { type ComponentType, type ReactNode, useEffect, useState } from 'react';

type LateProps = {
  /** Nothing is loaded while this is false; each other value asks for what is still missing. */
  wanted: boolean | string | number;
  /** What stands there until then. */
  instead?: ReactNode;
};

/**
 * A component whose code comes when it is wanted. What did not come, without a line for example, is
 * asked for again when the line is back (by `persistentImport`): React's `lazy` would keep the failure for as
 * long as the page is open.
 */
export function late<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props & LateProps> {
  return function Late({ wanted, instead = null, ...props }) {
    const [Loaded, setLoaded] = useState<ComponentType<Props>>();
    const missing = !Loaded && wanted;
    useEffect(() => {
      if (missing === false) return;
      const ask = () =>
        void load().then(
          (component) => setLoaded(() => component),
          () => {},
        );
      ask();
      addEventListener('online', ask);
      return () => removeEventListener('online', ask);
    }, [missing]);
    // Without its own two, the props are those of the component.
    return Loaded ? <Loaded {...(props as unknown as Props)} /> : instead;
  };
}
