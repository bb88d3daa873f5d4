import { type ReactNode, useRef, useState } from 'react';
import { useBand } from '#web/band/use-band.ts';
import { Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { Download, ImageDown, Printer, Share } from '#web/ui/icons.ts';
import { openPhotoLibrary, saveToPhotos } from './photo-library.ts';
import { type PictureKind, pictureFileName } from './picture-file.ts';
import { PictureStudio } from './picture-studio.tsx';
import { canShare, downloadPicture, sharePicture, showFailure } from './share-picture.ts';
import './print.css';

type CardActionsProps = {
  kind: PictureKind;
  showName: string;
  /** All content of the cards; a change redraws their pictures. */
  content: string;
  scale: number;
  /** The card to download, and to share unless `sharedCard` is set. */
  card: ReactNode;
  sharedCard?: ReactNode;
};

/** Pictures are drawn before the tap, one at a time. */
export function CardActions(props: CardActionsProps) {
  const { kind, showName, content, scale, card, sharedCard } = props;
  const [isShareable] = useState(canShare);
  const fileName = pictureFileName(showName, kind);
  const picture = usePicture(content, fileName);
  const ownShared = usePicture(content, fileName);
  const shared = sharedCard === undefined ? picture : ownShared;
  const pendingPicture = [...(isShareable ? [shared] : []), picture].find(
    ({ isPending }) => isPending,
  );

  return (
    <>
      <div className="-mx-5 sticky -bottom-5 mt-6 flex flex-wrap items-center gap-2.5 border-rail max-sm:*:flex-1 max-sm:*:px-2.5 border-t bg-stage px-5 pt-4 pb-[max(1rem,env(safe-area-inset-bottom))] sm:-mx-6 sm:rounded-b-2xl sm:px-6">
        {isShareable && <ShareButton picture={shared} />}
        {isOnDevice() ? (
          <SaveButton picture={picture} />
        ) : (
          <>
            <DownloadButton picture={picture} isMain={!isShareable} />
            <Button onClick={() => window.print()}>
              <Printer aria-hidden />
              Print
            </Button>
          </>
        )}
      </div>
      {pendingPicture && (
        <PictureStudio
          key={`${pendingPicture === picture} ${pendingPicture.key}`}
          width={PICTURE_WIDTH}
          scale={scale}
          onDone={pendingPicture.finish}
        >
          <PictureFrame>{pendingPicture === shared ? (sharedCard ?? card) : card}</PictureFrame>
        </PictureStudio>
      )}
    </>
  );
}

function ShareButton({ picture }: { picture: Picture }) {
  function share() {
    if (picture.file) return sharePicture(picture.file);
    return picture.whenReady().then(sharePicture, showFailure);
  }
  return (
    <Button variant="lamp" onClick={share} pending={picture.isPending} pendingText={PENDING}>
      <Share aria-hidden />
      Share
    </Button>
  );
}

function DownloadButton({ picture, isMain }: { picture: Picture; isMain: boolean }) {
  return (
    <Button
      variant={isMain ? 'lamp' : 'quiet'}
      onClick={() => picture.whenReady().then(downloadPicture, showFailure)}
      pending={picture.isPending}
      pendingText={PENDING}
    >
      <Download aria-hidden />
      Download
    </Button>
  );
}

function SaveButton({ picture }: { picture: Picture }) {
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
      onClick={() => picture.whenReady().then(save, showFailure)}
      pending={picture.isPending || isSaving}
      pendingText={isSaving ? 'Saving…' : PENDING}
    >
      <ImageDown aria-hidden />
      Save to Photos
    </Button>
  );
}

const PENDING = 'Preparing…';

/** CSS pixels. */
const PICTURE_WIDTH = 800;

function PictureFrame({ children }: { children: ReactNode }) {
  return (
    <div
      style={{ width: PICTURE_WIDTH }}
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

function isOnDevice(): boolean {
  return window.Capacitor?.isNativePlatform?.() ?? false;
}

interface Picture {
  /** Null until drawn, and after drawing failed. */
  file: File | null;
  isPending: boolean;
  /** Resolves once drawn. Retries once after a failure, then rejects. */
  whenReady: () => Promise<File>;
  /** The studio must render again for each key while `isBeingMade`. */
  key: string;
  finish: (outcome: Blob | Error) => void;
}

function usePicture(content: string, fileName: string): Picture {
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

  function finish(drawn: Blob | Error) {
    const file = drawn instanceof Blob ? new File([drawn], fileName, { type: drawn.type }) : drawn;
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
