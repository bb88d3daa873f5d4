import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#web/ui/button.tsx';

type GameBarProps = {
  isEmpty: boolean;
  disabled: boolean;
  onPick: () => void;
  submit: ReactNode;
};

/** On phones, always under the thumb: add songs, submit. */
export function GameBar({ isEmpty, disabled, onPick, submit }: GameBarProps) {
  return (
    <div className="sticky bottom-0 z-20 -mx-4 -mb-16 mt-auto grid sm:-mx-8 sm:px-8 grid-cols-[minmax(0,2fr)_minmax(0,3fr)] gap-2.5 border-rail border-t bg-stage px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]">
      <Button
        variant={isEmpty ? 'lamp' : 'quiet'}
        disabled={disabled}
        onClick={onPick}
        aria-label="Add songs"
      >
        <Plus aria-hidden />
        Songs
      </Button>
      {submit}
    </div>
  );
}
