/** A system with an embedded PostgreSQL. `os` and `cpu` are npm's and Node's names. */
export interface Platform {
  name: string;
  os: NodeJS.Platform;
  cpu: string;
  libc?: string;
}

export const PLATFORMS: readonly Platform[] = [
  { name: 'linux-x64', os: 'linux', cpu: 'x64', libc: 'glibc' },
  { name: 'linux-arm64', os: 'linux', cpu: 'arm64', libc: 'glibc' },
  { name: 'macos-x64', os: 'darwin', cpu: 'x64' },
  { name: 'macos-arm64', os: 'darwin', cpu: 'arm64' },
  { name: 'windows-x64', os: 'win32', cpu: 'x64' },
];
