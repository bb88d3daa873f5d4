import { npm } from '../run/dependencies.mjs';
import { failWithTail } from '../run/run.mjs';
import type { Bill } from './licenses.ts';

/** Returns the lockfile's bill of materials (CycloneDX) without the registry, or exits. */
export async function readBill(...options: string[]): Promise<Bill> {
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', ...options];
  const { code, output } = await npm([...args, '--package-lock-only', '--loglevel=error']);
  if (code !== 0) failWithTail('npm could not list the packages.', output);
  // npm's warnings about its settings may precede the JSON.
  return JSON.parse(output.slice(output.indexOf('{'), output.lastIndexOf('}') + 1));
}
