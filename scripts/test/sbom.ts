import { mkdirSync, writeFileSync } from 'node:fs';
import { root } from '../run/run.mjs';
import { findForbiddenLicenses } from './licenses.ts';
import { readBill } from './read-bill.ts';

/** Prints the bill of materials. Exits with 1 if a license is unknown or not allowed. */
const sbom = await readBill();
const forbidden = findForbiddenLicenses(sbom);
for (const line of forbidden) console.error(`License: ${line}`);
if (forbidden.length > 0) process.exitCode = 1;
mkdirSync(`${root}dist`, { recursive: true });
writeFileSync(`${root}dist/sbom.json`, `${JSON.stringify(sbom, null, 2)}\n`);
console.log(`dist/sbom.json: ${sbom.components.length} packages`);
