import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { projectFile, runsFromSource } from '../project-files.ts';

/** The server must not import web code, so the build writes these to `dist/ssr/`. */
const SOURCES = {
  tokens: 'src/web/theme/tokens.css',
  frame: 'src/web/shares/link-page/frame.css',
  sheet: 'src/web/shares/link-page/sheet.css',
  picks: 'src/web/shares/link-page/picks.css',
  script: 'src/web/shares/link-page/share-button.js',
  theme: 'src/web/theme/first-theme.js',
  mark: 'public/favicon.svg',
  page: 'src/web/shares/link-page/render-link.tsx',
};

export function getRenderSourceUrl(name: keyof typeof SOURCES): URL {
  const source = SOURCES[name];
  const built = `dist/ssr/${basename(source).replace('.tsx', '.js')}`;
  return projectFile(runsFromSource ? source : built);
}

export function readRenderSource(name: keyof typeof SOURCES): string {
  return readFileSync(getRenderSourceUrl(name), 'utf8');
}

/** Returns the CSP source that allows this inline style or script. */
export function createCspHash(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
