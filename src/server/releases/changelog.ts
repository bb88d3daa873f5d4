import { readFileSync } from 'node:fs';
import type { VersionChanges } from '#contract/releases.ts';
import { projectFile } from '../project-files.ts';
import { compareVersions } from './installation.ts';

/** Sorts versions, newest first. */
export function readChangelog(file: string | URL = projectFile('CHANGELOG.md')): VersionChanges[] {
  return parseChangelog(readFileSync(file, 'utf8'));
}

const HEADING = /^\[(\d+\.\d+\.\d+)\] - (\d{4}-\d\d-\d\d)$/;

/** Skips sections that are not of a released version. */
export function parseChangelog(text: string): VersionChanges[] {
  return text.split(/^## /m).flatMap((part) => {
    const [heading = '', body = ''] = splitAtLine(part);
    const [, version, date] = HEADING.exec(heading) ?? [];
    return version && date ? [{ version, date, sections: parseSections(body) }] : [];
  });
}

function parseSections(text: string): VersionChanges['sections'] {
  const [intro = '', ...parts] = text.split(/^### /m);
  const sections = parts.map((part) => {
    const [title = '', body = ''] = splitAtLine(part);
    return { title, items: parseItems(body) };
  });
  return [{ title: null, items: parseItems(intro) }, ...sections].filter(
    ({ items }) => items.length > 0,
  );
}

/** Removes line breaks, links and code marks. */
function parseItems(text: string): string[] {
  return text
    .split(/\n\s*\n|^- /m)
    .map((item) => item.trim().replaceAll(/\s+/g, ' '))
    .map((item) => item.replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1').replaceAll('`', ''))
    .filter((item) => item !== '');
}

function splitAtLine(text: string): [string, string] {
  const end = `${text}\n`.indexOf('\n');
  return [text.slice(0, end).trim(), text.slice(end)];
}

/** Formats the changes of the versions after `version` for a terminal. */
export function formatChangesSince(version: string, changelog: readonly VersionChanges[]): string {
  return changelog
    .filter((entry) => compareVersions(entry.version, version) > 0)
    .map((entry) => {
      const lines = entry.sections.flatMap(({ title, items }) => [
        ...(title ? [`${title}:`] : []),
        ...items.map((item) => `- ${item}`),
      ]);
      return [`New in ${entry.version} (${entry.date}):`, ...lines].join('\n');
    })
    .join('\n\n');
}
