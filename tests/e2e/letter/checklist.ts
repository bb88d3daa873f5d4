import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** A quoted text or a numbered limit of the product's specification, and the state that brings it about. */
export interface Line {
  /** Letter for letter, or for a limit the limit in words. */
  what: string;
  /** In which state of the screen it appears. */
  state: string;
}

export interface Checklist {
  screen: string;
  lines: readonly Line[];
}

/** Ticks the lines of a checklist off, and in the end complains of those that nobody saw. */
export interface OpenChecklist {
  /** Waits until the text is visible, whole and alone in its element, in the page or a part of it. */
  see(where: Page | Locator, text: string): Promise<void>;
  /** The same for a text that stands inside a longer one. */
  seeWithin(where: Page | Locator, text: string): Promise<void>;
  /** For what was asserted in another way: a placeholder, an attribute, a count, a limit. */
  tick(what: string): void;
  /** Call it at the end: every line has been ticked. */
  expectAllTicked(): void;
}

export function openChecklist({ screen, lines }: Checklist): OpenChecklist {
  const open = new Set(lines.map(({ what }) => what));
  const known = new Set(open);
  const tick = (what: string) => {
    if (!known.has(what)) throw new Error(`The checklist of ${screen} has no line: ${what}`);
    open.delete(what);
  };
  const see = async (where: Page | Locator, text: string, exact: boolean) => {
    await where.getByText(text, { exact }).filter({ visible: true }).first().waitFor();
    tick(text);
  };
  return {
    see: (where, text) => see(where, text, true),
    seeWithin: (where, text) => see(where, text, false),
    tick,
    expectAllTicked: () => expect([...open], `lines of ${screen} that nobody saw`).toEqual([]),
  };
}
