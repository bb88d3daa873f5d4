import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { projectFile, runsFromSource } from '../project-files.ts';

/** What the look and a link's page are made of: the pages' own files, which the build lays ready. */
const SOURCES = {
  tokens: 'src/web/theme/tokens.css',
  frame: 'src/web/shares/link-page/frame.css',
  sheet: 'src/web/shares/link-page/sheet.css',
  picks: 'src/web/shares/link-page/picks.css',
  script: 'src/web/shares/link-page/share-button.js',
  theme: 'src/web/theme/first-theme.js',
  page: 'src/web/shares/link-page/draw-link.tsx',
};

/** Where such a file lies: `dist/drawn/`, or in development its source. The server knows no page. */
export function drawnFile(name: keyof typeof SOURCES): URL {
  const source = SOURCES[name];
  const built = `dist/drawn/${basename(source).replace('.tsx', '.js')}`;
  return projectFile(runsFromSource ? source : built);
}

export function readDrawn(name: keyof typeof SOURCES): string {
  return readFileSync(drawnFile(name), 'utf8');
}

/** By which a content policy lets a style or script in that stands in the page itself. */
export function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
