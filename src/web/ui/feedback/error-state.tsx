import { RotateCw } from '#web/ui/icons.ts';
import { Button } from '../button.tsx';

type ErrorStateProps = {
  message: string;
  onRetry?: (() => void) | undefined;
  pending?: boolean | undefined;
};

export function ErrorState({ message, onRetry, pending }: ErrorStateProps) {
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-panel border border-danger px-5 py-4"
    >
      <p className="min-w-0 flex-1 basis-48 font-medium">{message}</p>
      {onRetry && (
        <Button onClick={onRetry} pending={pending}>
          <RotateCw aria-hidden />
          Try again
        </Button>
      )}
    </div>
  );
}
