const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** A human-readable size in decimal units: "1 byte", "5 bytes", "12.5 MB". */
export function printSize(bytes: number, locale = 'en-US'): string {
  const steps = bytes < 1 ? 0 : Math.floor(Math.log10(bytes) / 3);
  const unit = Math.min(steps, UNITS.length - 1);
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: UNITS[unit] ?? 'byte',
    unitDisplay: unit === 0 ? 'long' : 'short',
    maximumFractionDigits: unit === 0 ? 0 : 1,
  }).format(bytes / 1_000 ** unit);
}
