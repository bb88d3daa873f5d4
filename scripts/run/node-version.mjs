// Every script imports this first, before anything that an old Node can't load.
import { readFileSync } from 'node:fs';

const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
const requiredVersion = manifest.engines.node.replace('>=', '');

/** @param {string} version */
const parseVersion = (version) => version.split('.').map(Number);
const [major = 0, minor = 0] = parseVersion(process.versions.node);
const [wantedMajor = 0, wantedMinor = 0] = parseVersion(requiredVersion);

if (major < wantedMajor || (major === wantedMajor && minor < wantedMinor)) {
  console.error(
    `This needs Node ${requiredVersion} or newer, but found ${process.versions.node}: see https://nodejs.org.`,
  );
  process.exit(1);
}
