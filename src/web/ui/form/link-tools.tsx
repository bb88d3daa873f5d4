import type { ReactNode } from 'react';
import { Button } from '../button.tsx';
import { toast } from '../feedback/toast.ts';
import { Share } from '../icons.ts';
import { CopyField } from './copy-field.tsx';

type LinkToolsProps = {
  label: string;
  url: string;
  /** The title in the system's share sheet. */
  title: string;
  children?: ReactNode;
};

export function LinkTools({ label, url, title, children }: LinkToolsProps) {
  return (
    <CopyField label={label} text={url} what="link">
      {'share' in navigator && (
        <Button onClick={() => shareLink({ url, title })}>
          <Share aria-hidden />
          Share link
        </Button>
      )}
      {children}
    </CopyField>
  );
}

async function shareLink(data: ShareData): Promise<void> {
  try {
    await navigator.share(data);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return;
    toast({
      title: 'Error',
      description: 'This browser could not share the link. Copy it instead.',
      variant: 'destructive',
    });
  }
}
