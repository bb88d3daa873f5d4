import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react';
import type { ModalState } from '../overlay/dialog.tsx';
import { whenIdle } from './when-idle.ts';

/** Loads an initially closed modal when the browser is idle after the first paint, or when it opens. */
export function lazyModal<Props extends ModalState>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined;
  const loadOnce = async () => {
    // Once loaded, the modal renders within the tap that opens it. Phones open the keyboard only then.
    loaded = await load();
    return { default: loaded };
  };
  const Late = lazy(loadOnce) as unknown as ComponentType<Props>;

  return function LateModal(props: Props) {
    // Set once: a different component would remount the modal and lose the focus.
    const [Modal, setModal] = useState<ComponentType<Props> | null>(null);
    if (props.open && !Modal) setModal(() => loaded ?? Late);
    // A failed preload is ignored. Opening the modal then loads it again and shows the error.
    useEffect(() => whenIdle(() => void loadOnce().catch(() => {})), []);
    return (
      Modal && (
        <Suspense>
          <Modal {...props} />
        </Suspense>
      )
    );
  };
}
