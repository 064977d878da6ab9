import type { Summary } from '../platform/backup/format.ts';

/** `1,204 rows in 31 tables and 2 files`. */
export function summaryText({ rows, files }: Pick<Summary, 'rows' | 'files'>): string {
  const counts = Object.values(rows);
  const total = counts.reduce((a, b) => a + b, 0);
  return `${countText(total, 'row')} in ${countText(counts.length, 'table')} and ${countText(files, 'file')}`;
}

export function countText(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;
}

export function bytesText(bytes: number): string {
  if (bytes < 1e6) return `${Math.ceil(bytes / 1e3)} kB`;
  return bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;
}
