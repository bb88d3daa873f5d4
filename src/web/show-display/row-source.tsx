import { findSourceLink } from '#contract/source.ts';

export function RowSource({ source }: { source: string }) {
  const href = findSourceLink(source);
  return (
    <span className="min-w-0 wrap-anywhere">
      Source:{' '}
      {href ? (
        <a
          href={href}
          target="_blank"
          rel="noopener noreferrer nofollow ugc"
          className="underline underline-offset-2"
        >
          {new URL(href).hostname}
        </a>
      ) : (
        <bdi>{source}</bdi>
      )}
    </span>
  );
}
