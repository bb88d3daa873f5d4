// Made by scripts/build/icons.mjs.

declare module '~icons/of-pages' {
  import type { PAGES } from '#contract/pages.ts';
  import type { Icon } from '#web/ui/icon.ts';

  type Nav = Extract<(typeof PAGES)[keyof typeof PAGES], { nav: unknown }>['nav'];
  /** Those that the contract's table of pages names. */
  export const icons: Readonly<Record<Nav['icon'], Icon>>;
}

declare module '~icons/*' {
  import type { Icon } from '#web/ui/icon.ts';

  const drawn: Icon;
  export default drawn;
}
