import { useRef, useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { TextField } from '#web/ui/form/text-field.tsx';
import { Check, Copy, ExternalLink, Share } from '#web/ui/icons.ts';

export function LinkTools({ url, title }: { url: string; title: string }) {
  const field = useRef<HTMLInputElement>(null);
  const [isCopied, setCopied] = useState(false);

  async function copy() {
    try {
      await navigator.clipboard.writeText(url);
      setCopied(true);
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
        label="Public link"
        labelHidden
        value={url}
        readOnly
        spellCheck={false}
        onFocus={(event) => event.target.select()}
      />
      <div className="flex flex-wrap gap-2.5 max-sm:*:flex-1">
        <Button onClick={copy}>
          {isCopied ? <Check aria-hidden /> : <Copy aria-hidden />}
          Copy link
        </Button>
        {'share' in navigator && (
          <Button onClick={() => shareLink({ url, title })}>
            <Share aria-hidden />
            Share link
          </Button>
        )}
        <Button asChild>
          <a href={new URL(url).pathname} target="_blank" rel="noopener">
            <ExternalLink aria-hidden />
            Open
          </a>
        </Button>
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
