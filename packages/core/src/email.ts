/** Enough of an email address to be known again by whoever knows it, and too little to write to: `al*****@ex*****.c****`. */
export function obfuscateEmail(email: string): string {
  const at = email.lastIndexOf('@');
  if (at < 1) return '*****';
  const dot = email.lastIndexOf('.');
  const end = dot > at ? `.${email.slice(dot + 1, dot + 2)}****` : '';
  return `${email.slice(0, Math.min(2, at))}*****@${email.slice(at + 1, at + 3)}*****${end}`;
}
