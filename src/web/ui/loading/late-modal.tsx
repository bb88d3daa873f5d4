import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react';
import type { ModalState } from '../overlay/dialog.tsx';
import { whenIdle } from './when-idle.ts';

/** A modal that is closed at first: its code comes once the page is drawn, or when it is opened. */
export function lateModal<Props extends ModalState>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined;
  const loadOnce = async () => {
    // Opened by a tap it is then drawn within that tap, which a phone's keyboard asks for.
    loaded = await load();
    return { default: loaded };
  };
  const Late = lazy(loadOnce) as unknown as ComponentType<Props>;

  return function LateModal(props: Props) {
    // Chosen once: another component would be another modal, and lose the focus.
    const [Modal, setModal] = useState<ComponentType<Props> | null>(null);
    if (props.open && !Modal) setModal(() => loaded ?? Late);
    // Whoever opens it without a line sees that it does not come.
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
