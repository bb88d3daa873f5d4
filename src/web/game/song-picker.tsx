import type { KeyboardEvent, RefObject } from 'react';
import { Button } from '#web/ui/button.tsx';
import { classes } from '#web/ui/class-names.ts';
import { SearchField } from '#web/ui/form/search-field.tsx';
import { X } from '#web/ui/icons.ts';
import { Panel } from '#web/ui/panel.tsx';
import { BottomSheet } from './bottom-sheet.ts';
import { SHEET_FULL } from './draft.ts';
import { SongList } from './song-list.tsx';
import { type PickerProps, usePicker } from './use-picker.ts';

/** Only the list scrolls, so that adding a song never moves the page. */
export function SongPanel(props: PickerProps) {
  const picker = usePicker(props);
  return (
    <Panel
      title="Available Songs"
      aside={<SearchNote className="flex-1 basis-0 text-right">{picker.search.note}</SearchNote>}
      className="flex max-h-full flex-col"
    >
      <SongSearch {...picker.search} className="px-4.5 pb-2.5" />
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
        <SongList {...picker.list} />
      </div>
    </Panel>
  );
}

type SongSheetProps = PickerProps & {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  countText: string;
};

export function SongSheet({ open, onOpenChange, countText, ...props }: SongSheetProps) {
  const picker = usePicker(props);
  return (
    <BottomSheet
      loadWhen={open ? 'required' : 'idle'}
      open={open}
      onOpenChange={onOpenChange}
      title="Available Songs"
      description={countText}
      footer={
        <div className="flex w-full items-end gap-3">
          {/* Screen readers don't announce the page's live region while the dialog is open. */}
          <p role="status" className="sr-only">
            {props.addedText} {props.isFull && SHEET_FULL}
          </p>
          <div className="grid min-w-0 flex-1 gap-1.5">
            <SearchNote className="min-h-5">
              {/* The dialog covers the sheet, which also shows this message. */}
              {props.isFull ? SHEET_FULL : picker.search.note}
            </SearchNote>
            <SongSearch {...picker.search} />
          </div>
          <Button variant="lamp" onClick={() => onOpenChange(false)}>
            Done
          </Button>
        </div>
      }
    >
      <div className="-mx-5 min-h-[60dvh] sm:-mx-6">
        <SongList {...picker.list} />
      </div>
    </BottomSheet>
  );
}

function SearchNote({ className, children }: { className: string; children: string | null }) {
  return <p className={classes('min-w-0 truncate text-dim text-sm', className)}>{children}</p>;
}

type SongSearchProps = {
  input: RefObject<HTMLInputElement | null>;
  text: string;
  onChange: (text: string) => void;
  onEnter: () => void;
  className?: string | undefined;
};

function SongSearch({ input, text, onChange, onEnter, className }: SongSearchProps) {
  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    onEnter();
  }

  return (
    <div className={className}>
      <SearchField
        ref={input}
        label="Search songs"
        placeholder="Search songs..."
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="enter"
        text={text}
        onChange={onChange}
        onKeyDown={onKeyDown}
        trailing={
          text !== '' && (
            <Button
              variant="ghost"
              size="icon"
              aria-label="Clear search"
              onClick={() => {
                onChange('');
                input.current?.focus();
              }}
            >
              <X aria-hidden />
            </Button>
          )
        }
      />
    </div>
  );
}
