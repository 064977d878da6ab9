/** Whether a text color (`#rgb` or `#rrggbb`) is dark, so that its background must stay light. */
export function isDarkInk(color: string): boolean {
  const hex = /^#([\da-f]{3}|[\da-f]{6})$/i.exec(color)?.[1];
  if (hex === undefined) return false;
  const size = hex.length / 3;
  const [red, green, blue] = [0, 1, 2].map((index) => {
    const digits = hex.slice(index * size, (index + 1) * size);
    return Number.parseInt(size === 1 ? digits + digits : digits, 16);
  }) as [number, number, number];
  return red * 0.299 + green * 0.587 + blue * 0.114 < 128;
}
