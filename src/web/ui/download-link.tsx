import { Download } from '#web/ui/icons.ts';
import { Button } from './button.tsx';

/** A file from the server, by a plain link: the browser keeps it, and says where. */
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
