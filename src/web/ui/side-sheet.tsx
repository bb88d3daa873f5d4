import { Modal, type ModalState, type ModalTexts } from './modal-surface.tsx';

/** A slide-over from the left, 18rem wide: the sidebar on phones. */
export default function SideSheet(props: ModalTexts & ModalState) {
  return (
    <Modal
      {...props}
      bodyClassName="pb-[max(1.25rem,env(safe-area-inset-bottom))]"
      className="inset-y-0 left-0 w-72 max-w-[calc(100vw-3rem)] border-r pl-[env(safe-area-inset-left)] data-[state=closed]:animate-[slide-out-left_140ms_ease-in_forwards] data-[state=open]:animate-[slide-in-left_180ms_ease-out]"
    />
  );
}
