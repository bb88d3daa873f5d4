import { type ReactNode, useRef, useState } from 'react';
import { useBand } from '#web/band/use-band.ts';
import { Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { Download, ImageDown, Printer, Share } from '#web/ui/icons.ts';
import { type ImageKind, imageFileName } from './image-file.ts';
import { ImageRenderer } from './image-renderer.tsx';
import { openPhotoLibrary, saveToPhotos } from './photo-library.ts';
import { canShare, downloadImage, shareImage, showImageError } from './share-image.ts';
import './print.css';

type CardActionsProps = {
  kind: ImageKind;
  showName: string;
  /** All content of the cards; a change renders their images again. */
  content: string;
  scale: number;
  /** The card to download, and to share unless `sharedCard` is set. */
  card: ReactNode;
  sharedCard?: ReactNode;
};

/** Renders the images before the tap, one at a time. */
export function CardActions(props: CardActionsProps) {
  const { kind, showName, content, scale, card, sharedCard } = props;
  const [isShareable] = useState(canShare);
  const fileName = imageFileName(showName, kind);
  const image = useCardImage(content, fileName);
  const sharedCardImage = useCardImage(content, fileName);
  const sharedImage = sharedCard === undefined ? image : sharedCardImage;
  const pendingImage = [...(isShareable ? [sharedImage] : []), image].find(
    ({ isPending }) => isPending,
  );

  return (
    <>
      <div className="-mx-5 sticky -bottom-5 mt-6 flex flex-wrap items-center gap-2.5 border-rail max-sm:*:flex-1 max-sm:*:px-2.5 border-t bg-stage px-5 pt-4 pb-[max(1rem,env(safe-area-inset-bottom))] sm:-mx-6 sm:rounded-b-2xl sm:px-6">
        {isShareable && <ShareButton image={sharedImage} />}
        {isNativeApp() ? (
          <SaveButton image={image} />
        ) : (
          <>
            <DownloadButton image={image} isPrimary={!isShareable} />
            <Button onClick={() => window.print()}>
              <Printer aria-hidden />
              Print
            </Button>
          </>
        )}
      </div>
      {pendingImage && (
        <ImageRenderer
          key={`${pendingImage === image} ${pendingImage.key}`}
          width={IMAGE_WIDTH}
          scale={scale}
          onDone={pendingImage.finish}
        >
          <ImageFrame>{pendingImage === sharedImage ? (sharedCard ?? card) : card}</ImageFrame>
        </ImageRenderer>
      )}
    </>
  );
}

function ShareButton({ image }: { image: CardImage }) {
  function share() {
    if (image.file) return shareImage(image.file);
    return image.whenReady().then(shareImage, showImageError);
  }
  return (
    <Button variant="lamp" onClick={share} pending={image.isPending} pendingText={PENDING}>
      <Share aria-hidden />
      Share
    </Button>
  );
}

function DownloadButton({ image, isPrimary }: { image: CardImage; isPrimary: boolean }) {
  return (
    <Button
      variant={isPrimary ? 'lamp' : 'quiet'}
      onClick={() => image.whenReady().then(downloadImage, showImageError)}
      pending={image.isPending}
      pendingText={PENDING}
    >
      <Download aria-hidden />
      Download
    </Button>
  );
}

function SaveButton({ image }: { image: CardImage }) {
  const albumName = useBand()?.productName ?? '';
  const [isSaving, setSaving] = useState(false);
  async function save(file: File) {
    setSaving(true);
    toast(await saveToPhotos(file, albumName, openPhotoLibrary));
    setSaving(false);
  }
  return (
    <Button
      variant="lamp"
      onClick={() => image.whenReady().then(save, showImageError)}
      pending={image.isPending || isSaving}
      pendingText={isSaving ? 'Saving...' : PENDING}
    >
      <ImageDown aria-hidden />
      Save to Photos
    </Button>
  );
}

const PENDING = 'Preparing...';

/** CSS pixels. */
const IMAGE_WIDTH = 800;

function ImageFrame({ children }: { children: ReactNode }) {
  return (
    <div
      style={{ width: IMAGE_WIDTH }}
      className="bg-[radial-gradient(90%_30rem_at_62%_-6rem,var(--glow),transparent_75%)] bg-hall px-7 pt-9 pb-7 text-text"
    >
      {children}
    </div>
  );
}

declare global {
  interface Window {
    /** Set by the native shell before any script of the page runs. */
    Capacitor?: { isNativePlatform?: () => boolean };
  }
}

function isNativeApp(): boolean {
  return window.Capacitor?.isNativePlatform?.() ?? false;
}

interface CardImage {
  /** Null until the image is rendered, and after a failure. */
  file: File | null;
  isPending: boolean;
  /** Resolves when the image is rendered. Retries once after a failure, then rejects. */
  whenReady: () => Promise<File>;
  /** While `isPending`, the renderer must be mounted once for each key. */
  key: string;
  finish: (outcome: Blob | Error) => void;
}

function useCardImage(content: string, fileName: string): CardImage {
  const [attempt, setAttempt] = useState(0);
  const [result, setResult] = useState<{ key: string; outcome: File | Error } | null>(null);
  const waiters = useRef<((file: File | Error) => void)[]>([]);
  const key = `${attempt} ${content}`;
  const outcome = result?.key === key ? result.outcome : null;

  function whenReady(): Promise<File> {
    if (outcome instanceof File) return Promise.resolve(outcome);
    if (outcome) setAttempt(attempt + 1);
    return new Promise((resolve, reject) => {
      waiters.current.push((result) => (result instanceof File ? resolve(result) : reject(result)));
    });
  }

  function finish(rendered: Blob | Error) {
    const file =
      rendered instanceof Blob ? new File([rendered], fileName, { type: rendered.type }) : rendered;
    setResult({ key, outcome: file });
    for (const settle of waiters.current.splice(0)) settle(file);
  }

  return {
    file: outcome instanceof File ? outcome : null,
    isPending: outcome === null,
    whenReady,
    key,
    finish,
  };
}
