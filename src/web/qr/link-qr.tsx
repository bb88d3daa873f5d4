import { downloadImage } from '#web/score-display/share-image.ts';
import { Button } from '#web/ui/button.tsx';
import { Download } from '#web/ui/icons.ts';
import { Dialog } from '#web/ui/overlay/dialog.tsx';
import { drawQrCode, encodeQrCode, toSvgPath } from './qr-code.ts';

type LinkQrProps = {
  title: string;
  url: string;
  fileName: string;
  open: boolean;
  onClose: () => void;
};

/** Black on white in both themes, because many cameras don't read the inverse. */
export function LinkQr({ title, url, fileName, open, onClose }: LinkQrProps) {
  const code = encodeQrCode(url);
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      size="sm"
      title={title}
      description="Point a phone's camera at this code."
      footer={
        <Button onClick={() => drawQrCode(code, fileName).then(downloadImage)}>
          <Download aria-hidden />
          Download
        </Button>
      }
    >
      <svg
        viewBox={`0 0 ${code.size} ${code.size}`}
        role="img"
        aria-label="QR code of the invitation link"
        shapeRendering="crispEdges"
        className="mx-auto w-full max-w-80 rounded-control border border-rail"
      >
        <rect width={code.size} height={code.size} fill="white" />
        <path d={toSvgPath(code)} fill="black" />
      </svg>
    </Dialog>
  );
}
