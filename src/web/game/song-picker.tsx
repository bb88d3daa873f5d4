import { Button } from '#web/ui/button.tsx';
import { lateModal } from '#web/ui/late-modal.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { SongList } from './song-list.tsx';
import { SongSearch } from './song-search.tsx';
import { type PickerProps, usePicker } from './use-picker.ts';

/** Beside the sheet, with a scroll of its own, so that adding never moves the page. */
export function SongPanel(props: PickerProps) {
  const picker = usePicker(props);
  return (
    <Panel title="Available Songs" className="sticky top-4 flex max-h-[calc(100dvh-2rem)] flex-col">
      <SongSearch {...picker.search} className="px-4.5 pb-2.5" />
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
        <SongList {...picker.list} />
      </div>
    </Panel>
  );
}

const SheetFromBelow = lateModal(() => import('#web/ui/sheet-from-below.tsx'));

type SongSheetProps = PickerProps & {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** How many are chosen: 'n / 24 songs selected'. */
  count: string;
};

/** The same on phones: from below, the search under the thumb, and it stays for the next song. */
export function SongSheet({ open, onOpenChange, count, ...props }: SongSheetProps) {
  const picker = usePicker(props);
  return (
    <SheetFromBelow
      open={open}
      onOpenChange={onOpenChange}
      title="Available Songs"
      description={count}
      footer={
        <div className="flex w-full items-end gap-3">
          {/* Here the page's own announcements are not heard. */}
          <p role="status" className="sr-only">
            {props.addedText}
          </p>
          <SongSearch {...picker.search} className="min-w-0 flex-1" />
          <Button variant="lamp" onClick={() => onOpenChange(false)}>
            Done
          </Button>
        </div>
      }
    >
      <div className="-mx-5 min-h-[60dvh] sm:-mx-6">
        <SongList {...picker.list} />
      </div>
    </SheetFromBelow>
  );
}
