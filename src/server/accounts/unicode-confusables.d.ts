declare module 'unicode-confusables' {
  /** Each code point by what it looks like, after the table of Unicode's UTS 39. */
  export function rectifyConfusion(text: string): string;
}
