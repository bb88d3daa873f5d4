import { Modal, type ModalState, type ModalTexts } from './modal-surface.tsx';

/** A slide-over from the lower edge, for phones: a list to pick from, its search in the footer. */
export default function SheetFromBelow(props: ModalTexts & ModalState) {
  return (
    <Modal
      {...props}
      className="inset-x-0 bottom-0 mx-auto max-h-[88dvh] max-w-2xl rounded-t-2xl border-t data-[state=closed]:animate-[slide-down_140ms_ease-in_forwards] data-[state=open]:animate-[slide-up_180ms_ease-out]"
    />
  );
}
