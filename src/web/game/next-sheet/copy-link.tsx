import { Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { Copy } from '#web/ui/icons.ts';

export function CopyLink() {
  return (
    <Button variant="ghost" onClick={() => void copyLink()}>
      <Copy aria-hidden />
      Copy link
    </Button>
  );
}

async function copyLink(): Promise<void> {
  try {
    await navigator.clipboard.writeText(location.href);
    toast({ title: 'Link copied', description: 'It opens this sheet on any device.' });
  } catch {
    // The clipboard is blocked, or the site doesn't use HTTPS.
    toast({
      title: "Copy this page's address",
      description: "It contains your sheet. This browser can't copy it for you.",
    });
  }
}
