import { toast } from '#web/ui/feedback/toast.ts';

export function canShare(): boolean {
  const sample = new File([new Uint8Array(1)], 'sample.png', { type: 'image/png' });
  return navigator.canShare?.({ files: [sample] }) ?? false;
}

/** Call it synchronously in the tap: iOS refuses it later. Downloads the file if sharing fails. */
export async function sharePicture(file: File): Promise<void> {
  try {
    await navigator.share({ files: [file] });
  } catch (error) {
    const isCancelled = error instanceof DOMException && error.name === 'AbortError';
    if (!isCancelled) downloadPicture(file);
  }
}

/** A download that fails is only logged (the product's error catalogue). */
export function downloadPicture(file: File): void {
  try {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(file);
    link.download = file.name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), REVOKE_AFTER_MS);
  } catch (error) {
    console.error('The picture could not be downloaded', error);
  }
}

/** Safari reads the file asynchronously. */
const REVOKE_AFTER_MS = 60_000;

export function showFailure(): void {
  toast({
    title: 'Error',
    description: 'Failed to generate scorecard.',
    variant: 'destructive',
  });
}
