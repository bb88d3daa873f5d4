import { MINUTE } from '#contract/durations.ts';
import { toast } from '#web/ui/feedback/toast.ts';

export function canShare(): boolean {
  const sample = new File([new Uint8Array(1)], 'sample.png', { type: 'image/png' });
  return navigator.canShare?.({ files: [sample] }) ?? false;
}

/** Call it synchronously in a tap handler, because iOS blocks it later. */
export async function shareImage(file: File, link: { text?: string; url?: string } = {}) {
  try {
    await navigator.share({ ...link, files: [file] });
  } catch (error) {
    const isCancelled = error instanceof DOMException && error.name === 'AbortError';
    if (!isCancelled) downloadImage(file);
  }
}

/** Only logs a failed download, as the specification requires. */
export function downloadImage(file: File): void {
  try {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(file);
    link.download = file.name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), REVOKE_AFTER_MS);
  } catch (error) {
    console.error('Failed to download the image', error);
  }
}

/** Safari reads the file asynchronously, so the URL must outlive the click. */
const REVOKE_AFTER_MS = MINUTE;

export function showImageError(): void {
  toast({
    title: 'Error',
    description: 'Failed to generate scorecard.',
    variant: 'destructive',
  });
}
