import type { ReactNode } from 'react';

type SheetNoteProps = { isForAnotherShow: boolean; children?: ReactNode };

export function SheetNote({ isForAnotherShow, children }: SheetNoteProps) {
  if (!isForAnotherShow) return children && <p className="-my-2 text-dim">{children}</p>;
  return (
    <p role="status" className="rounded-panel border border-edge px-5 py-4">
      This sheet was made for another show, which no longer accepts predictions. Check it before you
      submit it for this one.
    </p>
  );
}
