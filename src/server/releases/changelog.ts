import { readFileSync } from 'node:fs';
import type { VersionChanges } from '#contract/releases.ts';
import { projectFile } from '../project-files.ts';
import { compareVersions } from './installation.ts';

/** Returns the released versions of a CHANGELOG.md, the newest first. */
export function readChangelog(file: string | URL = projectFile('CHANGELOG.md')): VersionChanges[] {
  return parseChangelog(readFileSync(file, 'utf8'));
}

const HEADING = /^## \[(\d+\.\d+\.\d+)\] - (\d{4}-\d\d-\d\d)$/;

export function parseChangelog(text: string): VersionChanges[] {
  return text.split(/^(?=## )/m).flatMap((section) => {
    const [heading = '', ...lines] = section.split('\n');
    const [, version, date] = HEADING.exec(heading.trim()) ?? [];
    return version && date ? [{ version, date, changes: lines.join('\n').trim() }] : [];
  });
}

/** Formats the changes of the versions after `version` for a terminal; all without one. */
export function formatChangesSince(
  version: string | undefined,
  changelog: readonly VersionChanges[],
): string {
  return changelog
    .filter((entry) => !version || compareVersions(entry.version, version) > 0)
    .map((entry) => `New in ${entry.version} (${entry.date}):\n\n${entry.changes}`)
    .join('\n\n');
}
