import { type ReactNode, useRef, useState } from 'react';
import { Button } from '../button.tsx';
import { toast } from '../feedback/toast.ts';
import { Check, Copy, Share } from '../icons.ts';
import { TextField } from './text-field.tsx';

type LinkToolsProps = {
  label: string;
  url: string;
  /** For the system's share sheet. */
  title: string;
  /** More buttons. */
  children?: ReactNode;
};

/** A link in a field, with buttons to copy and share it. */
export function LinkTools({ label, url, title, children }: LinkToolsProps) {
  const field = useRef<HTMLInputElement>(null);
  const [copiedUrl, setCopiedUrl] = useState<string>();

  async function copy() {
    try {
      await navigator.clipboard.writeText(url);
      setCopiedUrl(url);
      toast({ title: 'Link copied' });
    } catch {
      // The clipboard is blocked, or the site is not on https.
      field.current?.focus();
      field.current?.select();
      toast({
        title: 'Copy the selected link',
        description: "This browser can't copy it for you.",
      });
    }
  }

  return (
    <div className="grid gap-3">
      <TextField
        ref={field}
        label={label}
        labelHidden
        value={url}
        readOnly
        spellCheck={false}
        onFocus={(event) => event.target.select()}
      />
      <div className="flex flex-wrap gap-2.5 max-sm:*:flex-1">
        <Button onClick={copy}>
          {copiedUrl === url ? <Check aria-hidden /> : <Copy aria-hidden />}
          Copy link
        </Button>
        {'share' in navigator && (
          <Button onClick={() => shareLink({ url, title })}>
            <Share aria-hidden />
            Share link
          </Button>
        )}
        {children}
      </div>
    </div>
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
