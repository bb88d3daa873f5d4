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
    <div className="sticky bottom-0 z-20 -mx-4 -mb-16 mt-4 grid sm:-mx-8 sm:px-8 grid-cols-2 gap-2.5 border-rail border-t bg-stage px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]">
      <Button variant={isEmpty ? 'lamp' : 'quiet'} disabled={disabled} onClick={onPick}>
        <Plus aria-hidden />
        Add songs
      </Button>
      {submit}
    </div>
  );
}
