import type { MediaPlugin } from '@capacitor-community/media';
import type { ToastMessage } from '#web/ui/feedback/toast.ts';
import { toDataUrl } from './data-url.ts';

export interface PhotoLibrary {
  media: Pick<MediaPlugin, 'savePhoto' | 'getAlbums' | 'getAlbumsPath' | 'createAlbum'>;
  platform: string;
}

/** Imported dynamically: browsers never load the native code. */
export async function openPhotoLibrary(): Promise<PhotoLibrary> {
  const [{ Capacitor }, { Media }] = await Promise.all([
    import('@capacitor/core'),
    import('@capacitor-community/media'),
  ]);
  return { media: Media, platform: Capacitor.getPlatform() };
}

/** Returns the toast to show. Never rejects. */
export async function saveToPhotos(
  image: File,
  albumName: string,
  open: () => Promise<PhotoLibrary>,
): Promise<ToastMessage> {
  try {
    const library = await open();
    const albumIdentifier = await findOrCreateAlbum(library, albumName);
    await library.media.savePhoto({
      path: await toDataUrl(image),
      fileName: image.name.replace(/\.png$/, ''),
      ...(albumIdentifier === undefined ? {} : { albumIdentifier }),
    });
    return SAVED;
  } catch (error) {
    return { title: 'Save Failed', description: describeError(error), variant: 'destructive' };
  }
}

/** On Android, the app's own album needs no permission. iOS only permits adding photos. */
async function findOrCreateAlbum({ media, platform }: PhotoLibrary, name: string) {
  if (platform !== 'android') return undefined;
  const { path } = await media.getAlbumsPath();
  const find = async () =>
    (await media.getAlbums()).albums.find(
      (album) => album.name === name && album.identifier.startsWith(path),
    )?.identifier;
  const existingAlbum = await find();
  if (existingAlbum !== undefined) return existingAlbum;
  await media.createAlbum({ name });
  return find();
}

/** The plugin's error `code` is more precise than the message. */
function describeError(error: unknown): string {
  const { code, message }: { code?: unknown; message?: unknown } = Object(error);
  if (LIMITED.has(code)) return 'Limited Photos access. Please grant full access in Settings.';
  if (DENIED.has(code) || /permission/i.test(String(message)))
    return 'Please allow access to Photos in Settings to save scorecards.';
  return 'Could not save to Photos. Please try again.';
}

const LIMITED: ReadonlySet<unknown> = new Set(['limitedLibrary', 'photoLibraryLimited']);
/** The code differs between the plugin's versions. */
const DENIED: ReadonlySet<unknown> = new Set(['permissionDenied', 'accessDenied']);

const SAVED: ToastMessage = {
  title: 'Saved to Photos!',
  description: 'Your scorecard has been saved to your Photos app.',
};
