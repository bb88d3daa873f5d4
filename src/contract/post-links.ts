/** An author's first posts, including new threads, can't contain links. */
export const POSTS_WITHOUT_LINKS = 3;

export const NO_LINKS_YET = `Your first ${POSTS_WITHOUT_LINKS} posts can't contain links.`;

/** Finds URLs and domains such as 'example.com'. Ignores tricks such as full-width letters. */
export function hasLink(text: string): boolean {
  const plainText = text.normalize('NFKC').replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '');
  return [text, plainText].some((version) => LINK.test(version));
}

/** Top-level domains that aren't English words: 'What a show.it was' is not a link. */
const TOP_LEVEL_DOMAINS = [
  ...['com', 'net', 'org', 'info', 'biz', 'edu', 'gov', 'io', 'co', 'ai', 'tv', 'gg', 'ly', 'cc'],
  ...['xyz', 'app', 'dev', 'shop', 'store', 'online', 'site', 'website', 'blog', 'link', 'club'],
  ...['top', 'vip', 'icu', 'pro', 'uk', 'de', 'fr', 'eu', 'nl', 'ru', 'cn', 'jp', 'br', 'ca', 'au'],
  ...['ch', 'es', 'pl', 'se', 'dk', 'fi', 'ie', 'nz', 'mx', 'kr', 'za', 'ws', 'cz', 'gr', 'pt'],
].join('|');

const LINK = new RegExp(
  [
    String.raw`https?:\/\/`,
    String.raw`(?<![\p{L}\p{N}])www\.[\p{L}\p{N}]`,
    String.raw`[\p{L}\p{N}]\.(?:${TOP_LEVEL_DOMAINS})(?![\p{L}\p{N}])`,
    String.raw`[\p{L}\p{N}]\.\p{L}{2,}(?::\d+)?\/[\p{L}\p{N}]`,
  ].join('|'),
  'iu',
);
