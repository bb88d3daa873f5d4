/** A piece of a page that may be put into another as it is. */
export interface Html {
  readonly html: string;
}

type Part = Html | string | number | null | undefined | false | readonly Part[];

/** Template of a page: whatever is put in is drawn as text, unless it is a piece made by this. */
export function html(texts: TemplateStringsArray, ...parts: readonly Part[]): Html {
  const [first = '', ...rest] = texts;
  return { html: first + rest.map((text, index) => `${written(parts[index])}${text}`).join('') };
}

function written(part: Part): string {
  if (part === null || part === undefined || part === false) return '';
  if (typeof part === 'number') return String(part);
  if (typeof part === 'string')
    return part.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
  if ('html' in part) return part.html;
  return part.map(written).join('');
}
