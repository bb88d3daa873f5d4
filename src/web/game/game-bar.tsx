import type { ReactNode } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Plus } from '#web/ui/icons.ts';

type GameBarProps = {
  isEmpty: boolean;
  disabled: boolean;
  onPick: () => void;
  submit: ReactNode;
};

export function GameBar({ isEmpty, disabled, onPick, submit }: GameBarProps) {
  return (
    <div
      data-page-bar
      className="sticky bottom-0 z-20 -mx-4 -mb-16 mt-auto grid lg:hidden sm:-mx-8 sm:px-8 grid-cols-[minmax(0,2fr)_minmax(0,3fr)] gap-2.5 border-rail border-t bg-stage px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]"
    >
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

type SubmitButtonProps = {
  isUpdate: boolean;
  disabled: boolean;
  pending: boolean;
  onClick: () => void;
};

export function SubmitButton({ isUpdate, ...button }: SubmitButtonProps) {
  return (
    <Button variant="lamp" pendingText={isUpdate ? 'Updating...' : 'Submitting...'} {...button}>
      {isUpdate ? 'Update Prediction' : 'Submit Prediction'}
    </Button>
  );
}
