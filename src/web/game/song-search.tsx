import { X } from 'lucide-react';
import type { KeyboardEvent, RefObject } from 'react';
import { Button } from '#web/ui/button.tsx';
import { classes } from '#web/ui/class-names.ts';
import { SearchField } from '#web/ui/search-field.tsx';

type SongSearchProps = {
  input: RefObject<HTMLInputElement | null>;
  text: string;
  onChange: (text: string) => void;
  /** Enter: the first song found. */
  onEnter: () => void;
  /** Above the field: what Enter does, or what was just added. */
  note: string | null;
  className?: string | undefined;
};

export function SongSearch({ input, text, onChange, onEnter, note, className }: SongSearchProps) {
  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    onEnter();
  }

  return (
    <div className={classes('grid gap-1.5', className)}>
      <p className="min-h-5 truncate text-dim text-sm">{note}</p>
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
