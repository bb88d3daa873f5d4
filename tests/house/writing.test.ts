import { expect, it } from 'vitest';
import { projectFiles, readText } from './project-text.ts';

const BANNED =
  /(?<![`'])\b(?:whoever|anew|one's own|nobody(?![\w@`'])|shall|told|of which|by itself|so many|what is asked)\b/i;
/** Matches 'Of those, none remains': the subject must come first. */
const INVERSION = /(?:^\s*(?:\/?\*+|\/\/|#+|-|\d+\.)\s+|^|[.!?] )Of (?!course)[a-z]/;

const WRITTEN =
  /\.(?:tsx?|mjs|js|css|md|html|ya?ml|service|Caddyfile)$|\.(?:env\.example|dockerignore|gitignore)$/;
/** Song titles and names of the fictional band, generated SQL, and this list. */
const EXEMPT = /^(?:bands|drizzle)\/|^tests\/house\/writing\.test\.ts$/;

it('uses none of the banned words', () => {
  const lines = projectFiles()
    .filter((path) => WRITTEN.test(path) && !EXEMPT.test(path))
    .flatMap((path) =>
      (readText(path) ?? '')
        .split('\n')
        .map((line, index) => ({ line, location: `${path}:${index + 1}` })),
    );
  const banned = lines.filter(({ line }) => BANNED.test(line) || INVERSION.test(line));
  expect(banned.map(({ line, location }) => `${location} ${line.trim()}`)).toEqual([]);
});
