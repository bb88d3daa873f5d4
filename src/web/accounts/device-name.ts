/** Returns a name such as 'Firefox on Windows', or undefined for scripts and rare browsers. */
export function formatDeviceName(userAgent: string | null): string | undefined {
  const browser = findName(BROWSERS, userAgent);
  const system = findName(SYSTEMS, userAgent);
  return browser && system ? `${browser} on ${system}` : (browser ?? system);
}

// Order matters: Edge and Opera also contain "Chrome", and Chrome contains "Safari".
const BROWSERS = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS|HeadlessChrome)\//],
  ['Safari', /\bVersion\/.+\bSafari\//],
] as const;

// Android also contains "Linux", and iPhones contain "Mac OS X".
const SYSTEMS = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows NT\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Mac', /\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
] as const;

function findName(list: readonly (readonly [string, RegExp])[], text: string | null) {
  return list.find(([, pattern]) => pattern.test(text ?? ''))?.[0];
}
