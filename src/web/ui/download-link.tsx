import { Download } from '#web/ui/icons.ts';
import { Button } from './button.tsx';

export function DownloadLink({ href, children }: { href: string; children: string }) {
  return (
    <Button asChild>
      <a href={href} download>
        <Download aria-hidden />
        {children}
      </a>
    </Button>
  );
}
