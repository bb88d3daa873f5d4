import { classes } from './class-names.ts';
import { Modal, type ModalState, type ModalTexts } from './modal-surface.tsx';

type DialogProps = ModalTexts & ModalState & { size?: keyof typeof SIZES | undefined };

/** In the middle of the page; on phones from below, filling the screen but for size sm. */
export function Dialog({ size = 'md', ...modal }: DialogProps) {
  return <Modal {...modal} className={classes(PLACE, SIZES[size])} />;
}

const PLACE =
  'max-sm:inset-x-0 max-sm:bottom-0 max-sm:rounded-t-2xl max-sm:border-t max-sm:data-[state=open]:animate-[slide-up_180ms_ease-out] max-sm:data-[state=closed]:animate-[slide-down_140ms_ease-in_forwards] sm:inset-0 sm:m-auto sm:h-fit sm:max-h-[calc(100dvh-4rem)] sm:w-[calc(100%-4rem)] sm:rounded-2xl sm:border sm:data-[state=open]:animate-[rise_150ms_ease-out] sm:data-[state=closed]:animate-[fade-out_120ms_ease-in_forwards]';

const PHONE_HEIGHT = 'max-sm:h-[calc(100dvh-1.5rem)]';

const SIZES = {
  sm: 'max-sm:max-h-[calc(100dvh-1.5rem)] sm:max-w-md',
  md: `${PHONE_HEIGHT} sm:max-w-xl`,
  lg: `${PHONE_HEIGHT} sm:max-w-4xl`,
};
