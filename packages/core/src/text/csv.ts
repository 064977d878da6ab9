/** A record of cells (from `csvCell`) as in RFC 4180. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

/**
 * A cell that spreadsheets read as text: an apostrophe before a text that would begin a formula, and quotes around one that contains
 * a separator.
 */
export function csvCell(text: string): string {
  const safe = /^[\s\u{FEFF}]*[=+\-@\t\r]/u.test(text) && !/^-?\d+(\.\d+)?$/.test(text) ? `'${text}` : text;
  return /[",\r\n;\t]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
