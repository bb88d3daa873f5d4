import { type ReactNode, useCallback, useState } from 'react';
import {
  canShare,
  downloadImage,
  shareImage,
  showImageError,
} from '#web/score-display/share-image.ts';
import type { useImageFile } from '#web/score-display/use-card-image.ts';
import { Button } from '#web/ui/button.tsx';
import { Download, Share } from '#web/ui/icons.ts';

type PictureToShareProps = {
  image: ReturnType<typeof useImageFile>;
  alt: string;
  link: { text: string; url: string };
  children?: ReactNode;
};

export function PictureToShare({ image, alt, link, children }: PictureToShareProps) {
  const [isShareable] = useState(canShare);

  async function getFile(): Promise<File> {
    const { data } = await image.refetch({ throwOnError: true });
    if (!data) throw new Error('The image is empty.');
    return data;
  }
  function send() {
    if (image.data) return shareImage(image.data, link);
    return getFile().then((file) => shareImage(file, link), showImageError);
  }
  function download() {
    if (image.data) return downloadImage(image.data);
    return getFile().then(downloadImage, showImageError);
  }

  return (
    <div className="grid gap-4">
      <Picture file={image.data} alt={alt} />
      {children}
      <div className="flex flex-wrap gap-2.5 max-sm:*:flex-1">
        {isShareable && (
          <Button
            variant="lamp"
            size="lg"
            onClick={send}
            pending={image.isFetching}
            pendingText="Preparing..."
          >
            <Share aria-hidden />
            Share
          </Button>
        )}
        <Button
          variant={isShareable ? 'quiet' : 'lamp'}
          size="lg"
          onClick={download}
          pending={image.isFetching}
          pendingText="Preparing..."
        >
          <Download aria-hidden />
          Download
        </Button>
      </div>
    </div>
  );
}

function Picture({ file, alt }: { file: File | undefined; alt: string }) {
  const showFile = useCallback(
    (image: HTMLImageElement) => {
      if (!file) return;
      const url = URL.createObjectURL(file);
      image.src = url;
      return () => URL.revokeObjectURL(url);
    },
    [file],
  );
  return (
    <div className="aspect-[1200/630] w-full overflow-hidden rounded-panel border border-rail bg-well">
      {file && <img ref={showFile} alt={alt} width={1200} height={630} className="h-auto w-full" />}
    </div>
  );
}
