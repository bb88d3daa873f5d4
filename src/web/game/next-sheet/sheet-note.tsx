import type { ReactNode } from 'react';

type SheetNoteProps = { isForOtherShow: boolean; children?: ReactNode };

/** A line above the sheet. A sheet may come from a link, or from before another show's lock. */
export function SheetNote({ isForOtherShow, children }: SheetNoteProps) {
  if (!isForOtherShow) return children && <p className="-my-2 text-dim">{children}</p>;
  return (
    <p role="status" className="rounded-panel border border-edge px-5 py-4">
      This sheet was made for another show, which no longer accepts predictions. Check it before you
      submit it for this one.
    </p>
  );
}
