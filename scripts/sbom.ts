import { mkdirSync, writeFileSync } from 'node:fs';
import { npm } from './dependencies.mjs';
import { type Bill, forbiddenLicences } from './licences.ts';
import { failWithTail, root } from './run.mjs';

/**
 * Writes the bill of materials (CycloneDX) of all that the lockfile has, and ends with 1 where a
 * package's licence is unknown or not one of those allowed. Asks no registry.
 */
const args = ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application'];
const { code, output } = await npm([...args, '--package-lock-only', '--loglevel=error']);
if (code !== 0) failWithTail('npm could not list what is installed.', output);
// Warnings about npm's own settings may stand before it.
const text = output.slice(output.indexOf('{'), output.lastIndexOf('}') + 1);
const bill = JSON.parse(text) as Bill;
const forbidden = forbiddenLicences(bill);
for (const line of forbidden) console.error(`Licence: ${line}`);
if (forbidden.length > 0) process.exitCode = 1;
mkdirSync(`${root}dist`, { recursive: true });
writeFileSync(`${root}dist/sbom.json`, `${text}\n`);
console.log(`dist/sbom.json: ${bill.components.length} packages`);
