/** Separates the scope of a label from its value: `priority::high`. */
export const scopeSeparator = '::';

export interface ScopedTitle {
  scope: string;
  value: string;
}

/** Splits `key::value` at the last `::` (LB-SL-08); null for a label without a scope. */
export function scopedTitle(title: string): ScopedTitle | null {
  const at = title.lastIndexOf(scopeSeparator);
  if (at <= 0 || at + scopeSeparator.length >= title.length) return null;
  return { scope: title.slice(0, at), value: title.slice(at + scopeSeparator.length) };
}

/** The scope of a label's title, or null. Scopes are compared case-insensitively. */
export function scopeOf(title: string): string | null {
  return scopedTitle(title)?.scope.toLowerCase() ?? null;
}

/**
 * The labels that remain when each is set in the given order: of every scope only the last. Existing labels come first, so a
 * new one replaces them.
 */
export function exclusiveLabels<Label extends { readonly title: string }>(inOrder: readonly Label[]): Label[] {
  const lastOfScope = new Map<string, Label>();
  for (const label of inOrder) {
    const scope = scopeOf(label.title);
    if (scope !== null) lastOfScope.set(scope, label);
  }
  return inOrder.filter((label) => {
    const scope = scopeOf(label.title);
    return scope === null || lastOfScope.get(scope) === label;
  });
}

export interface Rgb {
  /** 0 to 255 each */
  red: number;
  green: number;
  blue: number;
}

const HEX = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i;
const FUNCTION = /^(rgba?)\(([^()]*)\)$/i;

/**
 * Parses `#abc`, `#aabbcc`, `rgb(1, 2, 3)` or `rgba(1, 2, 3, 0.5)`; null for anything else (LB-CR-11). Transparency is blended
 * with white.
 */
export function parseColor(text: string): Rgb | null {
  if (HEX.test(text)) return parseHex(text.slice(1));
  const match = FUNCTION.exec(text);
  if (!match) return null;
  const parts = (match[2] ?? '').split(',').map((part) => part.trim());
  const hasAlpha = match[1]?.toLowerCase() === 'rgba';
  if (parts.length !== (hasAlpha ? 4 : 3)) return null;
  const [red, green, blue] = parts.slice(0, 3).map((part) => (/^\d{1,3}$/.test(part) ? Number(part) : Number.NaN));
  const alpha = hasAlpha ? alphaOf(parts[3] ?? '') : 1;
  if (red === undefined || green === undefined || blue === undefined || alpha === null) return null;
  if (![red, green, blue].every((channel) => channel <= 255)) return null;
  const overWhite = (channel: number) => Math.round(channel * alpha + 255 * (1 - alpha));
  return { red: overWhite(red), green: overWhite(green), blue: overWhite(blue) };
}

function parseHex(digits: string): Rgb {
  const full = digits.length === 3 ? digits.replaceAll(/./g, '$&$&') : digits;
  const number = Number.parseInt(full, 16);
  return { red: number >> 16, green: (number >> 8) & 255, blue: number & 255 };
}

function alphaOf(text: string): number | null {
  if (!/^(?:[01]|[01]?\.\d+|\d{1,3}%)$/.test(text)) return null;
  const alpha = text.endsWith('%') ? Number(text.slice(0, -1)) / 100 : Number(text);
  return alpha <= 1 ? alpha : null;
}

/** Whether a text may be the color of a label or an epic. */
export function isColor(text: string): boolean {
  return parseColor(text) !== null;
}

export const lightText = '#FFFFFF';
export const darkText = '#1F1E24';
const blackText = '#000000';
const MIN_TEXT_CONTRAST = 4.5;

/**
 * The text color with the better contrast on a background (EN-OT-13): dark or light. On some colors of medium lightness neither
 * reaches 4.5:1; black does.
 */
export function textColorOn(background: string): string {
  let found = textColors.get(background);
  if (found === undefined) {
    found = contrastingText(background);
    // The text may be anything that a person types.
    if (textColors.size >= MAX_TEXT_COLORS) textColors.clear();
    textColors.set(background, found);
  }
  return found;
}

/** Lists show the same colors on many rows. */
const textColors = new Map<string, string>();
const MAX_TEXT_COLORS = 1_000;

function contrastingText(background: string): string {
  const color = parseColor(background);
  if (!color) return darkText;
  const light = contrast(luminanceOf(color), 1);
  const dark = contrast(luminanceOf(color), luminanceOf(parseHex(darkText.slice(1))));
  if (Math.max(light, dark) < MIN_TEXT_CONTRAST) return blackText;
  return light >= dark ? lightText : darkText;
}

/** Relative luminance as WCAG 2 defines it, 0 (black) to 1 (white). */
function luminanceOf(color: Rgb): number {
  const linear = (channel: number) => {
    const share = channel / 255;
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(color.red) + 0.7152 * linear(color.green) + 0.0722 * linear(color.blue);
}

function contrast(one: number, other: number): number {
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}

/** The color itself, or darker: so that a fill that is mixed from this share of it and a surface has at most that luminance. */
export function darkenedFor(
  text: string,
  { share, surface, most }: { share: number; surface: string; most: number },
): string {
  const [color, ground] = [parseColor(text), parseColor(surface)];
  if (!color || !ground) return text;
  const mixed = (part: number): Rgb => {
    const channel = (name: keyof Rgb) => color[name] * part * share + ground[name] * (1 - share);
    return { red: channel('red'), green: channel('green'), blue: channel('blue') };
  };
  let part = 1;
  while (part > 0 && luminanceOf(mixed(part)) > most) part -= 0.02;
  if (part === 1) return text;
  const hex = [color.red, color.green, color.blue].map((each) =>
    Math.round(each * part)
      .toString(16)
      .padStart(2, '0'),
  );
  return `#${hex.join('')}`;
}

export interface SuggestedColor {
  color: string;
  name: string;
}

/** The colors that the create form suggests (LB-CR-09); the first one is the default. */
export const suggestedLabelColors: readonly SuggestedColor[] = [
  { color: '#1068bf', name: 'Blue' },
  { color: '#0b5394', name: 'Deep blue' },
  { color: '#3d7de0', name: 'Cornflower' },
  { color: '#007a87', name: 'Teal' },
  { color: '#217645', name: 'Green' },
  { color: '#108548', name: 'Emerald' },
  { color: '#5b8c00', name: 'Moss' },
  { color: '#a8c42b', name: 'Lime' },
  { color: '#e9be22', name: 'Sun' },
  { color: '#c77d0a', name: 'Amber' },
  { color: '#9e5400', name: 'Orange' },
  { color: '#d9622b', name: 'Coral' },
  { color: '#c91c00', name: 'Red' },
  { color: '#a1123f', name: 'Crimson' },
  { color: '#c4457f', name: 'Rose' },
  { color: '#694cc0', name: 'Purple' },
  { color: '#8e44ad', name: 'Plum' },
  { color: '#4b4f9e', name: 'Indigo' },
  { color: '#8c5a3c', name: 'Brown' },
  { color: '#6b7280', name: 'Grey' },
  { color: '#34495e', name: 'Slate' },
];

export const defaultLabelColor = '#1068bf';

export const maxLabelTitleLength = 255;

export const MAX_LABEL_DESCRIPTION_LENGTH = 512;

/** Validation errors of a label's title, as predicates. Lists are separated by commas, so a title may not contain one. */
export function labelTitleProblems(title: string): string[] {
  if (title.trim() === '') return ["can't be blank"];
  if (title.length > maxLabelTitleLength) return [`is too long (maximum is ${maxLabelTitleLength} characters)`];
  return title.includes(',') ? ['is invalid'] : [];
}
