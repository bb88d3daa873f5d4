import { cutAtLinks } from './links.ts';

/** A post's text with its line breaks and links; each line runs in the direction of its script. */
export function PostText({ text }: { text: string }) {
  return (
    <p className="wrap-anywhere whitespace-pre-wrap [unicode-bidi:plaintext]">
      {cutAtLinks(text).map((piece, index) =>
        piece.href === undefined ? (
          piece.text
        ) : (
          <a
            // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text never move
            key={index}
            href={piece.href}
            target="_blank"
            rel="noopener nofollow ugc"
            className="font-medium underline decoration-edge underline-offset-3 hover:decoration-current"
          >
            {piece.text}
          </a>
        ),
      )}
    </p>
  );
}
