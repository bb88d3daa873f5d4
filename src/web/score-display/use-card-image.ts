import { useQuery } from '@tanstack/react-query';
import type { Prediction } from '#contract/predictions.ts';
import { myCardImageUrl } from '#contract/shares.ts';
import { hasResults } from '#contract/shows.ts';
import { buildImageFileName } from './image-file.ts';

type CardImageOptions = {
  /** Everything that the image depends on; a change fetches it again. */
  content: string;
  songs?: boolean;
};

/** Fetched before the tap, because iOS blocks sharing after an `await` in a tap handler. */
export function useCardImage(
  { id, show }: Pick<Prediction, 'id' | 'show'>,
  { content, songs = false }: CardImageOptions,
) {
  const url = myCardImageUrl(id, songs);
  const name = buildImageFileName(show.name, hasResults(show) ? 'scorecard' : 'prediction');
  return useImageFile({ url, name, content });
}

type ImageFileOptions = { url: string; name: string; content: string };

export function useImageFile({ url, name, content }: ImageFileOptions) {
  return useQuery({
    queryKey: ['card-image', url, content],
    gcTime: 0,
    // Follows its key, so that another show's song doesn't draw it again.
    meta: { dependsOn: [] },
    async queryFn({ signal }) {
      const response = await fetch(url, { credentials: 'include', signal });
      if (!response.ok) throw new Error(`Failed to load the image: ${response.status}`);
      return new File([await response.blob()], name, { type: 'image/png' });
    },
  });
}
