import type { MediaAlbum } from '@capacitor-community/media';
import { describe, expect, test } from 'vitest';
import { type PhotoLibrary, saveToPhotos } from './photo-library.ts';

const IMAGE = new File([new Uint8Array([137, 80, 78, 71])], 'Two-Rivers-scorecard.png', {
  type: 'image/png',
});

describe('saving to the photo library', () => {
  test('adds the image without an album on iOS', async () => {
    const device = createFakeDevice('ios');
    expect(await saveToPhotos(IMAGE, 'Called It', device.open)).toEqual({
      title: 'Saved to Photos!',
      description: 'Your scorecard has been saved to your Photos app.',
    });
    expect(device.savedPhotos).toEqual([
      { path: 'data:image/png;base64,iVBORw==', fileName: 'Two-Rivers-scorecard' },
    ]);
    expect(device.albums).toEqual([]);
  });

  test("creates the game's album once on Android, and ignores other albums of the same name", async () => {
    const device = createFakeDevice('android', [
      { identifier: '/other/Called It', name: 'Called It' },
    ]);
    await saveToPhotos(IMAGE, 'Called It', device.open);
    await saveToPhotos(IMAGE, 'Called It', device.open);
    expect(device.albums.map(({ identifier }) => identifier)).toEqual([
      '/other/Called It',
      '/own/Called It',
    ]);
    expect(device.savedPhotos.map((options) => options?.albumIdentifier)).toEqual([
      '/own/Called It',
      '/own/Called It',
    ]);
  });

  const DENIED = 'Please allow access to Photos in Settings to save scorecards.';
  const LIMITED = 'Limited Photos access. Please grant full access in Settings.';
  const OTHER = 'Could not save to Photos. Please try again.';
  test.each([
    ['permissionDenied', 'No.', DENIED],
    ['accessDenied', 'Access to photos not allowed by user', DENIED],
    [undefined, 'User denied Permission request', DENIED],
    ['limitedLibrary', 'Some photos only', LIMITED],
    ['photoLibraryLimited', 'The permission is limited', LIMITED],
    ['filesystemError', 'Unable to save image to album', OTHER],
    [undefined, undefined, OTHER],
  ])('explains a failure with code %s and message %s', async (code, message, description) => {
    const device = createFakeDevice('ios');
    device.media.savePhoto = () => Promise.reject(Object.assign(new Error(message), { code }));
    expect(await saveToPhotos(IMAGE, 'Called It', device.open)).toEqual({
      title: 'Save Failed',
      description,
      variant: 'destructive',
    });
  });

  test.each([null, undefined, 'no'])(
    'explains a rejection with %s, which is not an error',
    async (thrown) => {
      const message = await saveToPhotos(IMAGE, 'Called It', () => Promise.reject(thrown));
      expect(message.description).toBe(OTHER);
    },
  );
});

function createFakeDevice(platform: 'ios' | 'android', existingAlbums: MediaAlbum[] = []) {
  const albums = [...existingAlbums];
  const savedPhotos: Parameters<PhotoLibrary['media']['savePhoto']>[0][] = [];
  const media: PhotoLibrary['media'] = {
    savePhoto: async (options) => {
      savedPhotos.push(options);
      return {};
    },
    getAlbums: async () => ({ albums }),
    getAlbumsPath: async () => ({ path: '/own' }),
    createAlbum: async ({ name }) => {
      albums.push({ identifier: `/own/${name}`, name });
    },
  };
  return {
    albums,
    savedPhotos,
    media,
    open: async (): Promise<PhotoLibrary> => ({ media, platform }),
  };
}
