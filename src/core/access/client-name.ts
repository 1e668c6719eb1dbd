/** Shortens the user agent of a browser to two or three words. Nothing of it is proven: the client sends it. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:HeadlessChrome|Chrome|CriOS)\//, 'Chrome'],
  [/\bVersion\/[\d.]+.*\bSafari\//, 'Safari'],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'a Mac'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];
const MOST = 80;

/** Returns a short name such as `Firefox on Linux`. An unknown user agent is cut to its beginning, and an absent one is `a browser`. */
export function clientName(userAgent: string | null): string {
  if (userAgent === null || userAgent === '') return 'a browser';
  const named = (list: typeof BROWSERS): string | undefined => list.find(([form]) => form.test(userAgent))?.[1];
  const [browser, system] = [named(BROWSERS), named(SYSTEMS)];
  if (browser === undefined) return userAgent.slice(0, MOST);
  return system === undefined ? browser : `${browser} on ${system}`;
}
