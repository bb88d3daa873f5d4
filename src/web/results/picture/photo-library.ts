import type { MediaPlugin } from '@capacitor-community/media';
import type { ToastMessage } from '#web/ui/feedback/toast.ts';
import { dataUrlOf } from './data-url.ts';

/** A device's photos: the plugin's calls that saving needs, and what the device is. */
export interface PhotoLibrary {
  media: Pick<MediaPlugin, 'savePhoto' | 'getAlbums' | 'getAlbumsPath' | 'createAlbum'>;
  platform: string;
}

/** Loaded only on a device: browsers never fetch the native code. */
export async function openPhotoLibrary(): Promise<PhotoLibrary> {
  const [{ Capacitor }, { Media }] = await Promise.all([
    import('@capacitor/core'),
    import('@capacitor-community/media'),
  ]);
  return { media: Media, platform: Capacitor.getPlatform() };
}

/** Saves the picture to the photo library and returns the toast to show. Never rejects. */
export async function saveToPhotos(
  picture: File,
  albumName: string,
  open: () => Promise<PhotoLibrary>,
): Promise<ToastMessage> {
  try {
    const library = await open();
    const albumIdentifier = await albumFor(library, albumName);
    await library.media.savePhoto({
      path: await dataUrlOf(picture),
      fileName: picture.name.replace(/\.png$/, ''),
      ...(albumIdentifier === undefined ? {} : { albumIdentifier }),
    });
    return SAVED;
  } catch (error) {
    return { title: 'Save Failed', description: reasonOf(error), variant: 'destructive' };
  }
}

/**
 * Android saves into an album of the app's own and asks for nothing; its path tells that album from
 * another app's of the same name. On iOS leaving the album out asks for leave to add photos only.
 */
async function albumFor({ media, platform }: PhotoLibrary, name: string) {
  if (platform !== 'android') return undefined;
  const { path } = await media.getAlbumsPath();
  const find = async () =>
    (await media.getAlbums()).albums.find(
      (album) => album.name === name && album.identifier.startsWith(path),
    )?.identifier;
  const found = await find();
  if (found !== undefined) return found;
  await media.createAlbum({ name });
  return find();
}

/** The plugin rejects with an error that has a `code`; a code says more than the words beside it. */
function reasonOf(error: unknown): string {
  const { code, message }: { code?: unknown; message?: unknown } = Object(error);
  if (LIMITED.has(code)) return 'Limited Photos access. Please grant full access in Settings.';
  if (DENIED.has(code) || /permission/i.test(String(message)))
    return 'Please allow access to Photos in Settings to save scorecards.';
  return 'Could not save to Photos. Please try again.';
}

const LIMITED: ReadonlySet<unknown> = new Set(['limitedLibrary', 'photoLibraryLimited']);
/** The second is what this version of the plugin says on both systems. */
const DENIED: ReadonlySet<unknown> = new Set(['permissionDenied', 'accessDenied']);

const SAVED: ToastMessage = {
  title: 'Saved to Photos!',
  description: 'Your scorecard has been saved to your Photos app.',
};
