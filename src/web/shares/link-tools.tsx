import { useRef, useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { TextField } from '#web/ui/form/text-field.tsx';
import { Check, Copy, ExternalLink, Share } from '#web/ui/icons.ts';

/** The address, and the ways to pass it on. `title` is what other apps call it. */
export function LinkTools({ url, title }: { url: string; title: string }) {
  const field = useRef<HTMLInputElement>(null);
  const [isCopied, setCopied] = useState(false);

  async function copy() {
    try {
      await navigator.clipboard.writeText(url);
      setCopied(true);
      toast({ title: 'Link copied' });
    } catch {
      // A browser that forbids it, or a site without https, which has no clipboard.
      field.current?.focus();
      field.current?.select();
      toast({
        title: 'Copy the marked link',
        description: 'This browser does not copy by itself.',
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
        <Button variant="lamp" onClick={copy}>
          {isCopied ? <Check aria-hidden /> : <Copy aria-hidden />}
          Copy link
        </Button>
        {'share' in navigator && (
          <Button onClick={() => passOn({ url, title })}>
            <Share aria-hidden />
            Share
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

/** Whoever thinks better of it in the system's sheet gets no message. */
async function passOn(data: ShareData): Promise<void> {
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
