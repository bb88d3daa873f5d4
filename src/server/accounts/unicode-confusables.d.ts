declare module 'unicode-confusables' {
  /** Replaces each code point with its prototype in the confusables table of UTS 39. */
  export function rectifyConfusion(text: string): string;
}
