/** Seconds of each unit: a working day has eight hours, a week five days, a month four weeks. */
const units = [
  ['mo', 576_000],
  ['w', 144_000],
  ['d', 28_800],
  ['h', 3_600],
  ['m', 60],
  ['s', 1],
] as const;

const secondsOf: ReadonlyMap<string, number> = new Map(units);

/** Parses `1w 2d`, `3h30m`, `1.5h`; null for anything that is not a duration. */
export function parseDuration(text: string): number | null {
  const compact = text.trim().toLowerCase();
  if (compact === '0') return 0;
  if (!/^(?:\d{1,9}(?:\.\d{1,4})?(?:mo|[wdhms])\s*)+$/.test(compact)) return null;
  let seconds = 0;
  for (const [, amount, unit] of compact.matchAll(/([\d.]+)(mo|[wdhms])/g)) {
    seconds += Number(amount) * (secondsOf.get(unit ?? '') ?? 0);
  }
  return Number.isSafeInteger(Math.round(seconds)) && seconds <= 2_147_483_647 ? Math.round(seconds) : null;
}

/** `3h 30m`; null for zero. */
export function formatDuration(seconds: number): string | null {
  let rest = seconds;
  const parts: string[] = [];
  for (const [unit, length] of units) {
    const amount = Math.floor(rest / length);
    if (amount > 0) parts.push(`${amount}${unit}`);
    rest -= amount * length;
  }
  return parts.length > 0 ? parts.join(' ') : null;
}
