/** One record as RFC 4180 has it. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

/**
 * A cell that spreadsheets take for text: what would begin a formula gets an apostrophe before it, and whatever holds a
 * separator is quoted.
 */
export function csvCell(text: string): string {
  const safe = /^[\s\u{FEFF}]*[=+\-@\t\r]/u.test(text) && !/^-?\d+(\.\d+)?$/.test(text) ? `'${text}` : text;
  return /[",\r\n;\t]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
