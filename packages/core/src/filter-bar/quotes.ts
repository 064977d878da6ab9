const QUOTED = /^(["'])(.*)\1$/s;

/** A term with spaces in double quotes, so that it reads as one; what is quoted already stays as it is. */
export function quoteTerm(term: string): string {
  return /\s/.test(term) && !QUOTED.test(term) ? `"${term}"` : term;
}

/** A term as it is searched for: without the quotes around it, and without space around those. */
export function unquoteTerm(term: string): string {
  const bare = term.trim();
  return QUOTED.exec(bare)?.[2] ?? bare;
}

/** What has been typed so far of a value: its symbol and an opening quote are not part of it. */
export function typedValue(text: string, symbol: string): string {
  const bare = text.trim();
  const value = symbol !== '' && bare.startsWith(symbol) ? bare.slice(symbol.length) : bare;
  const unquoted = unquoteTerm(value);
  return unquoted === value ? value.replace(/^["']/, '') : unquoted;
}
