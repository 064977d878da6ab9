const browsers: readonly [name: string, mark: RegExp][] = [
  ['Edge', /Edg(?:e|A|iOS)?\//],
  ['Opera', /OPR\//],
  ['Firefox', /(?:Firefox|FxiOS)\//],
  ['Chrome', /(?:Chrome|CriOS|Chromium)\//],
  ['Safari', /Version\/[\d.]+ .*Safari\//],
];

const systems: readonly [name: string, mark: RegExp][] = [
  ['iOS', /iPhone|iPad/],
  ['Android', /Android/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS X/],
  ['Linux', /Linux|X11/],
];

/** Browser and system that a user agent names; null where it names neither. */
export function browserOf(userAgent: string | null): { browser: string; system: string } | null {
  const browser = browsers.find(([, mark]) => mark.test(userAgent ?? ''))?.[0];
  const system = systems.find(([, mark]) => mark.test(userAgent ?? ''))?.[0];
  return browser !== undefined && system !== undefined ? { browser, system } : null;
}
