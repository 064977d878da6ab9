const QUOTED = /^(["'])(.*)\1$/s;

/** A term with spaces in double quotes, so that it reads as one; a quoted term stays unchanged. */
export function quoteTerm(term: string): string {
  return /\s/.test(term) && !QUOTED.test(term) ? `"${term}"` : term;
}

/** The term to search for: without surrounding quotes, and trimmed. */
export function unquoteTerm(term: string): string {
  const bare = term.trim();
  return QUOTED.exec(bare)?.[2] ?? bare;
}

/** The part of a value typed so far, without its symbol and opening quote. */
export function typedValue(text: string, symbol: string): string {
  const bare = text.trim();
  const value = symbol !== '' && bare.startsWith(symbol) ? bare.slice(symbol.length) : bare;
  const unquoted = unquoteTerm(value);
  return unquoted === value ? value.replace(/^["']/, '') : unquoted;
}
