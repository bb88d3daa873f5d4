/**
 * What a person calls the device of a session: 'Firefox on Windows'. Only the common ones are told
 * apart; undefined where the text names none, as scripts' do.
 */
export function deviceName(userAgent: string | null): string | undefined {
  const browser = firstIn(BROWSERS, userAgent);
  const system = firstIn(SYSTEMS, userAgent);
  return browser && system ? `${browser} on ${system}` : (browser ?? system);
}

// The order matters: Edge and Opera also say Chrome, Chrome also says Safari.
const BROWSERS = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS|HeadlessChrome)\//],
  ['Safari', /\bVersion\/.+\bSafari\//],
] as const;

// Android also says Linux, iPhones also say Mac OS X.
const SYSTEMS = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows NT\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Mac', /\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
] as const;

function firstIn(list: readonly (readonly [string, RegExp])[], text: string | null) {
  return list.find(([, pattern]) => pattern.test(text ?? ''))?.[0];
}
