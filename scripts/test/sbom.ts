import { mkdirSync, writeFileSync } from 'node:fs';
import { npm } from '../run/dependencies.mjs';
import { failWithTail, root } from '../run/run.mjs';
import { type Bill, findForbiddenLicenses } from './licenses.ts';

/**
 * Writes the bill of materials (CycloneDX) of the lockfile, and exits with 1 if a package's license
 * is unknown or not allowed. Doesn't use the registry.
 */
const args = ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application'];
const { code, output } = await npm([...args, '--package-lock-only', '--loglevel=error']);
if (code !== 0) failWithTail('npm could not list the packages.', output);
// npm's warnings about its settings may precede the JSON.
const text = output.slice(output.indexOf('{'), output.lastIndexOf('}') + 1);
const sbom = JSON.parse(text) as Bill;
const forbidden = findForbiddenLicenses(sbom);
for (const line of forbidden) console.error(`License: ${line}`);
if (forbidden.length > 0) process.exitCode = 1;
mkdirSync(`${root}dist`, { recursive: true });
writeFileSync(`${root}dist/sbom.json`, `${text}\n`);
console.log(`dist/sbom.json: ${sbom.components.length} packages`);
