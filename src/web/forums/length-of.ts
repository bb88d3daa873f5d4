/** '12 / 255 characters', as the server counts them. */
export function lengthOf(text: string, max: number): string {
  const length = text.trim().length;
  return `${length.toLocaleString('en-US')} / ${max.toLocaleString('en-US')} characters`;
}
