import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react';
import type { ModalState } from '../overlay/dialog.tsx';
import { whenIdle } from './when-idle.ts';

/** Loads the modal when the browser is idle, or when it opens. */
export function lazyModal<Props extends ModalState>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined;
  const loadOnce = async () => {
    // Phones open the keyboard only within the tap, so a loaded modal must render within it.
    loaded = await load();
    return { default: loaded };
  };
  const Late = lazy(loadOnce) as unknown as ComponentType<Props>;

  return function LateModal(props: Props) {
    // Set once, because a different component would remount the modal and lose the focus.
    const [Modal, setModal] = useState<ComponentType<Props> | null>(null);
    if (props.open && !Modal) setModal(() => loaded ?? Late);
    // Opening the modal retries a failed preload and shows the error.
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
