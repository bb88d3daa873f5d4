import { useState } from 'react';

/** The picture that comes along where the link is posted, by the server that draws it. */
export function PicturePreview({ url }: { url: string }) {
  const [hasFailed, setFailed] = useState(false);
  if (hasFailed) return null;
  return (
    <figure className="grid gap-2">
      <img
        // By its path: the link may name the site by another host than this page's.
        src={`${new URL(url).pathname}/card.png`}
        alt="Your card, as it shows where the link is posted"
        width={1200}
        height={630}
        className="h-auto w-full rounded-panel border border-rail bg-well"
        onError={() => setFailed(true)}
      />
      <figcaption className="text-dim text-sm">This is what others see of it in a chat.</figcaption>
    </figure>
  );
}
