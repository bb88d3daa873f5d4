import type { MediaAlbum } from '@capacitor-community/media';
import { describe, expect, test } from 'vitest';
import { type PhotoLibrary, saveToPhotos } from './photo-library.ts';

const PICTURE = new File([new Uint8Array([137, 80, 78, 71])], 'Two-Rivers-scorecard.png', {
  type: 'image/png',
});

describe('saving to the photo library', () => {
  test('on iOS it adds the picture without naming an album', async () => {
    const device = deviceOf('ios');
    expect(await saveToPhotos(PICTURE, 'Called It', device.open)).toEqual({
      title: 'Saved to Photos!',
      description: 'Your scorecard has been saved to your Photos app.',
    });
    expect(device.saved).toEqual([
      { path: 'data:image/png;base64,iVBORw==', fileName: 'Two-Rivers-scorecard' },
    ]);
    expect(device.albums).toEqual([]);
  });

  test("on Android it makes the game's album once, and keeps away from others of that name", async () => {
    const device = deviceOf('android', [{ identifier: '/other/Called It', name: 'Called It' }]);
    await saveToPhotos(PICTURE, 'Called It', device.open);
    await saveToPhotos(PICTURE, 'Called It', device.open);
    expect(device.albums.map(({ identifier }) => identifier)).toEqual([
      '/other/Called It',
      '/own/Called It',
    ]);
    expect(device.saved.map((options) => options?.albumIdentifier)).toEqual([
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
  ])('refused with code %s and message %s', async (code, message, description) => {
    const device = deviceOf('ios');
    device.media.savePhoto = () => Promise.reject(Object.assign(new Error(message), { code }));
    expect(await saveToPhotos(PICTURE, 'Called It', device.open)).toEqual({
      title: 'Save Failed',
      description,
      variant: 'destructive',
    });
  });

  test.each([null, undefined, 'no'])(
    'refused with %s, which is no error at all',
    async (thrown) => {
      const refused = await saveToPhotos(PICTURE, 'Called It', () => Promise.reject(thrown));
      expect(refused.description).toBe(OTHER);
    },
  );
});

/** A device's photo library as the plugin's interface describes it: nothing else of a phone is here. */
function deviceOf(platform: 'ios' | 'android', existingAlbums: MediaAlbum[] = []) {
  const albums = [...existingAlbums];
  const saved: Parameters<PhotoLibrary['media']['savePhoto']>[0][] = [];
  const media: PhotoLibrary['media'] = {
    savePhoto: async (options) => {
      saved.push(options);
      return {};
    },
    getAlbums: async () => ({ albums }),
    getAlbumsPath: async () => ({ path: '/own' }),
    createAlbum: async ({ name }) => {
      albums.push({ identifier: `/own/${name}`, name });
    },
  };
  return { albums, saved, media, open: async (): Promise<PhotoLibrary> => ({ media, platform }) };
}
