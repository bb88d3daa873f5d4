/** Matches the start of a URL with any scheme, such as `javascript:` or `ftp://`. */
const SCHEME = /^[a-z][a-z\d+.-]*:\S/i;

/** Whether a row's source may be stored: plain text, or a web link. */
export function isSource(text: string | null | undefined): boolean {
  return !text || !SCHEME.test(text) || findSourceLink(text) !== undefined;
}

export function findSourceLink(text: string): string | undefined {
  return /^https?:\/\/[^\s/?#]\S*$/i.test(text) ? text : undefined;
}
