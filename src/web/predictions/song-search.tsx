import { Search, X } from 'lucide-react';
import { type KeyboardEvent, useRef } from 'react';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/text-field.tsx';

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
    <TextField
      ref={input}
      type="search"
      label="Search songs"
      labelHidden
      placeholder="Search songs..."
      autoComplete="off"
      autoCorrect="off"
      spellCheck={false}
      enterKeyHint="done"
      icon={<Search aria-hidden />}
      value={text}
      onChange={(event) => onChange(event.target.value)}
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
