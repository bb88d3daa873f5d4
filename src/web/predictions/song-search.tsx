import { X } from 'lucide-react';
import { type KeyboardEvent, useRef } from 'react';
import { Button } from '#web/ui/button.tsx';
import { SearchField } from '#web/ui/search-field.tsx';

type SongSearchProps = {
  text: string;
  onChange: (text: string) => void;
  /** Enter: the first song found. */
  onEnter: () => void;
  className?: string | undefined;
};

/** After Enter the text is selected, so that the next title can be typed at once. */
export function SongSearch({ text, onChange, onEnter, className }: SongSearchProps) {
  const input = useRef<HTMLInputElement>(null);

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (text.trim() === '') return;
    onEnter();
    event.currentTarget.select();
  }

  return (
    <SearchField
      ref={input}
      label="Search songs"
      placeholder="Search songs..."
      autoComplete="off"
      autoCorrect="off"
      spellCheck={false}
      enterKeyHint="done"
      text={text}
      onChange={onChange}
      onKeyDown={onKeyDown}
      className={className}
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
  );
}
