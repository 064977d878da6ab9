/** The largest result of a tool in bytes, as it is sent: as data, and as the same data in a text. */
const MAX_RESULT_BYTES = 100_000;

/** Number of items in one result. */
export const MAX_RESULT_ITEMS = 50;

/** The result of a tool in the protocol's form. Clients that read no structured content read the text. */
export function resultOf(data: object): { content: { type: 'text'; text: string }[]; structuredContent: object } {
  return { content: [{ type: 'text', text: JSON.stringify(data) }], structuredContent: data };
}

export function fits(data: object): boolean {
  return Buffer.byteLength(JSON.stringify(resultOf(data))) <= MAX_RESULT_BYTES;
}

/** The longest beginning of a list with which a result fits: at least one row, so that every page makes progress. */
export function fitting<Row>(rows: readonly Row[], resultWith: (rows: readonly Row[]) => object): readonly Row[] {
  let count = rows.length;
  while (count > 1 && !fits(resultWith(rows.slice(0, count)))) count = Math.floor(count / 2);
  return rows.slice(0, count);
}

/** Maximum number of characters of a text in a result; the rest of a description follows on the next page. */
export const MAX_TEXT_LENGTH = 12_000;

/** A part of a text, without splitting a character of two units. */
export function partOf(text: string, offset: number, length = MAX_TEXT_LENGTH): string {
  const part = text.slice(offset, offset + length);
  const last = part.charCodeAt(part.length - 1);
  return last >= 0xd800 && last <= 0xdbff && offset + length < text.length ? part.slice(0, -1) : part;
}
