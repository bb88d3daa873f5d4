import { Button } from '#web/ui/button.tsx';

type SubmitButtonProps = {
  isUpdate: boolean;
  /** On the sheet it is ink; in the bar below it on phones, the lamp. */
  onSheet: boolean;
  disabled: boolean;
  pending: boolean;
  onClick: () => void;
};

export function SubmitButton({ isUpdate, onSheet, ...button }: SubmitButtonProps) {
  return (
    <Button
      variant={onSheet ? 'ink' : 'lamp'}
      pendingText={isUpdate ? 'Updating...' : 'Submitting...'}
      {...button}
    >
      {isUpdate ? 'Update Prediction' : 'Submit Prediction'}
    </Button>
  );
}
