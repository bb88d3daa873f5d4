import { type ReactNode, useRef, useState } from 'react';
import { Link } from 'wouter';
import { useBand } from '#web/band/use-band.ts';
import { buildImageFileName, type ImageKind } from '#web/score-display/image-file.ts';
import {
  canShare,
  downloadImage,
  shareImage,
  showImageError,
} from '#web/score-display/share-image.ts';
import { Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { Download, ImageDown, Printer, Share } from '#web/ui/icons.ts';
import { ImageRenderer } from './image-renderer.tsx';
import { openPhotoLibrary, saveToPhotos } from './photo-library.ts';
import './print.css';

type CardActionsProps = {
  kind: ImageKind;
  showName: string;
  /** All content of the card; a change renders its image again. */
  content: string;
  scale: number;
  card: ReactNode;
  sharedImage?: { data: File | undefined; isPending: boolean };
  /** The page to share from on devices that can't share an image. */
  shareHref?: string;
};

/** Renders the image in advance, because iOS blocks sharing after an `await` in a tap handler. */
export function CardActions(props: CardActionsProps) {
  const { kind, showName, content, scale, card, sharedImage, shareHref } = props;
  const [isShareable] = useState(canShare);
  const image = useRenderedCard(content, buildImageFileName(showName, kind));

  return (
    <>
      <div className="-mx-5 sticky -bottom-5 -mb-5 mt-6 flex flex-wrap items-stretch gap-2.5 border-rail max-sm:*:flex-1 max-sm:*:px-2.5 border-t bg-stage px-5 pt-4 pb-[max(1rem,env(safe-area-inset-bottom))] sm:-mx-6 sm:rounded-b-2xl sm:px-6">
        {isShareable && (
          <ShareButton
            file={sharedImage?.data ?? image.file}
            isPending={sharedImage ? sharedImage.isPending : image.isPending}
            whenReady={image.whenReady}
          />
        )}
        {!isShareable && shareHref && (
          <Button asChild variant="lamp">
            <Link href={shareHref}>
              <Share aria-hidden />
              Share
            </Link>
          </Button>
        )}
        {isNativeApp() ? (
          <SaveButton image={image} />
        ) : (
          <>
            <DownloadButton image={image} isPrimary={!isShareable && !shareHref} />
            <Button onClick={() => window.print()}>
              <Printer aria-hidden />
              Print
            </Button>
          </>
        )}
      </div>
      {image.isPending && (
        <ImageRenderer key={image.key} width={IMAGE_WIDTH} scale={scale} onDone={image.finish}>
          <ImageFrame>{card}</ImageFrame>
        </ImageRenderer>
      )}
    </>
  );
}

type ShareButtonProps = {
  /** Null after a failure. */
  file: File | null;
  isPending: boolean;
  /** Used if `file` is null. */
  whenReady: () => Promise<File>;
};

function ShareButton({ file, isPending, whenReady }: ShareButtonProps) {
  function share() {
    if (file) return shareImage(file);
    return whenReady().then((image) => shareImage(image), showImageError);
  }
  return (
    <Button variant="lamp" onClick={share} pending={isPending}>
      <Share aria-hidden />
      Share
    </Button>
  );
}

function DownloadButton({ image, isPrimary }: { image: RenderedCard; isPrimary: boolean }) {
  return (
    <Button
      variant={isPrimary ? 'lamp' : 'quiet'}
      onClick={() => image.whenReady().then(downloadImage, showImageError)}
      pending={image.isPending}
    >
      <Download aria-hidden className="size-4.5" />
      Download
    </Button>
  );
}

function SaveButton({ image }: { image: RenderedCard }) {
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
      pendingText={isSaving ? 'Saving...' : undefined}
    >
      <ImageDown aria-hidden />
      Save to Photos
    </Button>
  );
}

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

interface RenderedCard {
  /** Null until the image is rendered, and after a failure. */
  file: File | null;
  isPending: boolean;
  /** Resolves with the rendered image. Retries once after a failure, then rejects. */
  whenReady: () => Promise<File>;
  /** While `isPending`, the renderer must be mounted once for each key. */
  key: string;
  finish: (outcome: Blob | Error) => void;
}

function useRenderedCard(content: string, fileName: string): RenderedCard {
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
